/**
 * What happens in which order: targets started, fills, steps and repetitions run, assessed and
 * written. It neither prints nor draws; a listener is told how it goes.
 */
@NullMarked
package dev.kvbench.run;

import org.jspecify.annotations.NullMarked;
