/**
 * What a target, kvbench and their machine need while a step runs, looked at once a second: by
 * threads of their own, so that a look which hangs holds nobody up. What is seen is counters and
 * sizes; {@link dev.kvbench.targets.resources.Course} alone makes rates of them.
 */
@NullMarked
package dev.kvbench.targets.resources;

import org.jspecify.annotations.NullMarked;
