/**
 * What happens inside a target that is a Java virtual machine: async-profiler attached to it, its
 * recordings read, and flame graphs drawn of them. Nothing is sorted or judged here.
 */
@NullMarked
package dev.kvbench.targets.profile;

import org.jspecify.annotations.NullMarked;
