/**
 * What is being loaded: a running URL or the reference server in a process of its own; how it is
 * started, found ready, watched and stopped.
 */
@NullMarked
package dev.kvbench.targets;

import org.jspecify.annotations.NullMarked;
