/**
 * What kvbench's figures must be where a server's behaviour is known: latency laws with the
 * percentiles and the ledger that follow from them on paper, the record of what the server really
 * did, and the comparison of both with what kvbench said. Pure functions; nothing of the engine may
 * come in here, else it would be its own witness.
 */
@NullMarked
package dev.kvbench.analysis.law;

import org.jspecify.annotations.NullMarked;
