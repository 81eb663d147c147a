/**
 * Threads and files that no interrupt reaches. An interrupt closes the {@code FileChannel} that the thread uses, and a
 * store whose channels are closed can neither go on nor save anything. So every file of a store is a
 * {@link io.baton.storage.steady.SteadyChannel}, which is read and written only by a
 * {@link io.baton.storage.steady.SteadyThread}; a caller's thread waits for one, and stays interrupted if it was
 * (docs/decisions/0078-interrupts-and-the-lock-of-a-directory.md).
 */
@NullMarked
package io.baton.storage.steady;

import org.jspecify.annotations.NullMarked;
