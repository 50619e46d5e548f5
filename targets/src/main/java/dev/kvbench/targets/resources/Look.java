package dev.kvbench.targets.resources;

import dev.kvbench.targets.ProcessorTicks;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is seen of processes and machine in a round.
 *
 * @param target the target's processes by their numbers; empty where they are not known
 * @param kvbench kvbench's own process
 * @param processors null where the system does not tell
 * @param traffic null where the system does not tell
 */
record Look(
    Map<Long, MemberLook> target,
    @Nullable MemberLook kvbench,
    @Nullable ProcessorTicks processors,
    @Nullable Traffic traffic) {

  /** Copies the map. */
  Look {
    target = Map.copyOf(target);
  }
}
