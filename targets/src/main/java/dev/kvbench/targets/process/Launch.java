package dev.kvbench.targets.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a server process is started. Placeholders stand in the words, the values of the environment,
 * the texts of the files, and the folder.
 *
 * @param name what messages call it
 * @param words the command
 * @param environment variables on top of kvbench's own
 * @param files texts of files that are written to the scratch folder first, by their names in it
 * @param folder where it is run; null for its scratch folder
 * @param placeholders what stands for what, besides {@link ServerProcess#SCRATCH}
 * @param foreign whether kvbench knows nothing of the program: it is given a session of its own
 *     where the system can, so that a Ctrl-C at kvbench does not reach it
 */
public record Launch(
    String name,
    List<String> words,
    Map<String, String> environment,
    Map<String, String> files,
    @Nullable String folder,
    Map<String, String> placeholders,
    boolean foreign) {

  /** Defensive copies. */
  public Launch {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
    files = Map.copyOf(files);
    placeholders = Map.copyOf(placeholders);
  }

  /** A server of kvbench's own, run in its scratch folder. */
  public static Launch own(String name, List<String> words) {
    return new Launch(name, words, Map.of(), Map.of(), null, Map.of(), false);
  }

  /** This launch with its placeholders replaced. */
  Launch in(Path scratch) {
    return new Launch(
        name,
        words.stream().map(word -> replaced(word, scratch)).toList(),
        replaced(environment, scratch),
        replaced(files, scratch),
        folder == null ? scratch.toString() : replaced(folder, scratch),
        Map.of(),
        foreign);
  }

  private Map<String, String> replaced(Map<String, String> texts, Path scratch) {
    return texts.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, text -> replaced(text.getValue(), scratch)));
  }

  private String replaced(String text, Path scratch) {
    String result = text.replace(ServerProcess.SCRATCH, scratch.toString());
    for (Map.Entry<String, String> placeholder : placeholders.entrySet()) {
      result = result.replace(placeholder.getKey(), placeholder.getValue());
    }
    return result;
  }
}
