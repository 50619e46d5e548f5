/**
 * Servers whose behaviour is known in advance, to hold kvbench's figures against: they answer by a
 * latency law, and note of every request when it was read, when its answer was due and when it was
 * really sent. Nothing of kvbench's measuring may come in here, else it would agree with itself;
 * only the clock is shared.
 */
@NullMarked
package dev.kvbench.server.law;

import org.jspecify.annotations.NullMarked;
