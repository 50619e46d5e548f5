package dev.kvbench.load.workload;

import dev.kvbench.scenario.ValueSpec;
import java.nio.ByteBuffer;
import java.util.Random;

/**
 * The bytes of values: slices of one block that is made once, so that a value costs nothing to
 * make. Different arrivals get different slices.
 */
final class Values {

  private static final int SLACK_BYTES = 1 << 16;

  private final ByteBuffer block;
  private final int size;

  Values(ValueSpec spec, long seed) {
    size = spec.sizeBytes();
    byte[] bytes = new byte[size + SLACK_BYTES];
    if (spec.content() == ValueSpec.Content.RANDOM) {
      new Random(seed).nextBytes(bytes);
    }
    // Outside of the heap: a buffer within would be copied at every write, to its end each time.
    block = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip().asReadOnlyBuffer();
  }

  /** Returns the value of arrival {@code index}, as a view of its own. */
  ByteBuffer value(long seed, long index) {
    return block.slice((int) Mixing.below(SLACK_BYTES, seed, index), size);
  }

  /** Length of each value in bytes. */
  int size() {
    return size;
  }
}
