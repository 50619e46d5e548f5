/**
 * Time as the rest of kvbench sees it: one injected clock, and what is known of the machine's
 * timers. Only {@link dev.kvbench.time.NanoClock#system()} touches the machine's clock; nothing
 * here sleeps but the witness whose sleeping is what is looked at.
 */
@NullMarked
package dev.kvbench.time;

import org.jspecify.annotations.NullMarked;
