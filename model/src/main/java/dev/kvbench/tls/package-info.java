/**
 * TLS towards a target: whom to believe, what to agree on, and what to say when it fails. All of it
 * is the virtual machine's own.
 */
@NullMarked
package dev.kvbench.tls;

import org.jspecify.annotations.NullMarked;
