/**
 * Processes that kvbench starts: their scratch folder, their log, their end, and what they said.
 */
@NullMarked
package dev.kvbench.targets.process;

import org.jspecify.annotations.NullMarked;
