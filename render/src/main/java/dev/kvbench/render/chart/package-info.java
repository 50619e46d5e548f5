/**
 * The geometry of charts: scales, ticks, paths and where each label goes, as records that a
 * template only has to draw. Pure functions of figures and histograms: no file, no template, no
 * clock, and no decision about what a figure is worth. Coordinates are pixels of the drawing, with
 * one decimal.
 *
 * <p>Everything that ends in a coordinate uses {@link java.lang.StrictMath}, so that the same
 * result is drawn with the same bytes on every machine.
 */
@NullMarked
package dev.kvbench.render.chart;

import org.jspecify.annotations.NullMarked;
