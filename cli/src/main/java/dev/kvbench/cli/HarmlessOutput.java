package dev.kvbench.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * UTF-8 on its way to a terminal, without what a terminal obeys: control characters other than line
 * ends and tabs become a replacement character. Names of files and words of other people's files
 * are printed in messages, and may hold any.
 */
final class HarmlessOutput extends FilterOutputStream {

  private static final byte[] REPLACEMENT = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};

  /** Begins U+0080 to U+00BF in UTF-8; the first half of these are control characters. */
  private static final int C1_LEAD = 0xC2;

  private static final int C1_END = 0xA0;
  private static final int DELETE = 0x7F;

  private boolean afterLead;

  HarmlessOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    int value = b & 0xFF;
    if (afterLead) {
      afterLead = false;
      if (value < C1_END) {
        out.write(REPLACEMENT);
        return;
      }
      out.write(C1_LEAD);
    }
    if (value == C1_LEAD) {
      afterLead = true;
    } else if (value == DELETE
        || (value < ' ' && value != '\n' && value != '\r' && value != '\t')) {
      out.write(REPLACEMENT);
    } else {
      out.write(value);
    }
  }
}
