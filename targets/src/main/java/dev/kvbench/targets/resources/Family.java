package dev.kvbench.targets.resources;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A process and those that it started, and what they start. Who belongs to it is looked for every
 * {@value #LOOKS_BETWEEN} looks, since that goes through all processes of the machine: one that
 * comes and goes between is not seen. Lives on one thread.
 */
final class Family {

  private static final int LOOKS_BETWEEN = 10;

  private final long pid;
  private final ProcessReader reader;
  private final Set<Long> members = new LinkedHashSet<>();
  private int looks;

  Family(long pid, ProcessReader reader) {
    this.pid = pid;
    this.reader = reader;
  }

  /** Looks at all of it; those that are gone, or may not be looked at, are not in the answer. */
  Map<Long, MemberLook> look() {
    if (looks++ % LOOKS_BETWEEN == 0) {
      members.clear();
      members(pid).forEach(members::add);
    }
    Map<Long, MemberLook> found = new HashMap<>();
    for (long member : members) {
      MemberLook look = reader.look(member);
      if (look != null) {
        found.put(member, look);
      }
    }
    return found;
  }

  /** The process, where it is alive, and then those that it started. */
  static Stream<Long> members(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .map(ProcessHandle::pid);
  }
}
