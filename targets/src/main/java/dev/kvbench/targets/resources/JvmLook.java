package dev.kvbench.targets.resources;

import org.jspecify.annotations.Nullable;

/**
 * What a Java virtual machine has done since its beginning, and how large its heap is.
 *
 * @param heapUsedBytes now
 * @param heapCommittedBytes now
 * @param allocatedBytes since its beginning; null where it does not tell
 * @param jitMillis how long its compilers have worked; null where it has none
 * @param safepoints how often all threads were stopped; null where unknown
 * @param safepointMillis for how long; null where unknown
 */
record JvmLook(
    long heapUsedBytes,
    long heapCommittedBytes,
    @Nullable Long allocatedBytes,
    @Nullable Long jitMillis,
    @Nullable Long safepoints,
    @Nullable Double safepointMillis) {}
