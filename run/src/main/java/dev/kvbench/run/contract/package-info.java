/**
 * The HTTP contract of key-value servers as rules that are tried against any URL. A raw socket
 * shows what no HTTP library would: chunks, letters of sizes, what comes unasked. No rule knows
 * what kind of server it is tried against.
 *
 * <p>Bytes are kept in strings, a character a byte (ISO 8859-1): keys, values and answers are
 * bytes, and in this form they compare, in unsigned order, and print as strings do.
 */
@NullMarked
package dev.kvbench.run.contract;

import org.jspecify.annotations.NullMarked;
