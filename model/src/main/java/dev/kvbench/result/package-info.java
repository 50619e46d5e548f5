/**
 * What was measured: the result as immutable records, and the files it lives in. A result directory
 * is all that passes from a run to a report, so whatever a report says must be in here. Nothing in
 * this room decides or draws.
 */
@NullMarked
package dev.kvbench.result;

import org.jspecify.annotations.NullMarked;
