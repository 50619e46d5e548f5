/**
 * What is to be thought of a measurement: percentiles with their bounds, verdicts with their
 * reasons, objectives. Pure functions of results: no clock, no file, no thread.
 */
@NullMarked
package dev.kvbench.analysis;

import org.jspecify.annotations.NullMarked;
