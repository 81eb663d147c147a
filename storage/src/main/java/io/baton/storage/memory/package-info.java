/**
 * Raw memory outside the Java heap: its allocation and its accounting. Only storage uses it.
 * <ul>
 *   <li>{@link io.baton.storage.memory.Memory} is the only class of storage that touches addresses.
 *   <li>{@link io.baton.storage.memory.Pages} has the rows' memory, {@link io.baton.storage.memory.IndexMemory} that of
 *       indexes; {@link io.baton.storage.memory.MemoryAccount} counts both.
 *   <li>{@link io.baton.storage.memory.Latch} guards the memory of its subclass.
 * </ul>
 */
@NullMarked
package io.baton.storage.memory;

import org.jspecify.annotations.NullMarked;
