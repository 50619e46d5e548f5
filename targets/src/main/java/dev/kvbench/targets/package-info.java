/**
 * What is being loaded: a running URL, a server started by a command, or the reference server; how
 * it is started, found ready, watched and stopped.
 */
@NullMarked
package dev.kvbench.targets;

import org.jspecify.annotations.NullMarked;
