/**
 * Results turned into something to read: Markdown, SVG charts, the terminal's summary. It prints
 * figures and verdicts that it is given and decides nothing.
 */
@NullMarked
package dev.kvbench.render;

import org.jspecify.annotations.NullMarked;
