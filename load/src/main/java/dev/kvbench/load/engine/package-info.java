/**
 * The open loop: due arrivals handed to idle connections, the backlog kept as a number, every
 * arrival charged from its due time and ending in one class of the ledger.
 */
@NullMarked
package dev.kvbench.load.engine;

import org.jspecify.annotations.NullMarked;
