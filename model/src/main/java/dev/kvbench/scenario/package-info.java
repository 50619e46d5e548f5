/**
 * What was asked: the scenario as immutable records, and the reader that makes them from YAML. No
 * I/O but the text handed in, no knowledge of how a load is produced or measured.
 */
@NullMarked
package dev.kvbench.scenario;

import org.jspecify.annotations.NullMarked;
