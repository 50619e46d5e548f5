/**
 * The commands: each parses, calls and prints. The only room that prints, exits, or wires the other
 * rooms together.
 */
@NullMarked
package dev.kvbench.cli;

import org.jspecify.annotations.NullMarked;
