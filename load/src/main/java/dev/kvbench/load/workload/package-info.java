/**
 * What requests ask: the n-th arrival's operation, key and value, and what a right answer to it is.
 * Pure functions of the seed and the arrival's number, so that neither threads nor connections
 * change them.
 */
@NullMarked
package dev.kvbench.load.workload;

import org.jspecify.annotations.NullMarked;
