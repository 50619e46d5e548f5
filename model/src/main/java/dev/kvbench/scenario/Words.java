package dev.kvbench.scenario;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How scenarios write the constants of an enum: in small letters, with {@code -} for {@code _}. */
final class Words {

  private Words() {}

  /** The constants by their words, in their order. */
  static <E extends Enum<E>> Map<String, E> of(E[] constants) {
    Map<String, E> words = new LinkedHashMap<>();
    for (E constant : constants) {
      words.put(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'), constant);
    }
    return words;
  }
}
