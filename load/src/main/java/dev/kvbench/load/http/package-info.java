/**
 * The transport: connections on the I/O reactor of Apache HttpCore, each carrying one exchange at a
 * time, and the moments of that exchange. It knows nothing of schedules, backlogs or ledgers.
 */
@NullMarked
package dev.kvbench.load.http;

import org.jspecify.annotations.NullMarked;
