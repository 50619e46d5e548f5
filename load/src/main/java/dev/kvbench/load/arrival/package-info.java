/**
 * When requests are due: seeded monotone cursors over nanoseconds since a step's start. Pure
 * functions of their parameters; no clock, no sleeping. Processes that need no chance are formulas
 * over the arrival's number.
 */
@NullMarked
package dev.kvbench.load.arrival;

import org.jspecify.annotations.NullMarked;
