/**
 * Raw memory outside the Java heap, and how much of it is taken. {@link io.baton.storage.memory.Memory} is the only
 * class of storage that touches addresses; only storage uses it.
 */
@NullMarked
package io.baton.storage.memory;

import org.jspecify.annotations.NullMarked;
