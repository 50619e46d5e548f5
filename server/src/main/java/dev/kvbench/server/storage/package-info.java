/**
 * Where the reference server keeps its records: one interface, and an engine a file. Engines know
 * keys and values as bytes, and nothing of HTTP.
 */
@NullMarked
package dev.kvbench.server.storage;

import org.jspecify.annotations.NullMarked;
