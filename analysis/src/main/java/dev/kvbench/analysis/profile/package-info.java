/**
 * What the stacks of a profile tell: which threads were at work and at what, by rules on the names
 * of threads and frames. Pure functions; nothing is read or written here.
 */
@NullMarked
package dev.kvbench.analysis.profile;

import org.jspecify.annotations.NullMarked;
