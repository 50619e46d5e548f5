/**
 * The embedded reference server: one-nio over a storage engine, with the HTTP contract that the
 * course's servers have. It knows nothing of the rest of kvbench and always runs in a process of
 * its own.
 */
@NullMarked
package dev.kvbench.server;

import org.jspecify.annotations.NullMarked;
