/**
 * Time as the rest of kvbench sees it: one injected clock. Only {@link
 * dev.kvbench.time.NanoClock#system()} touches the machine's clock; nothing here sleeps.
 */
@NullMarked
package dev.kvbench.time;

import org.jspecify.annotations.NullMarked;
