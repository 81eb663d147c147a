/**
 * State shared by the clients of one process. Nothing here issues a verb on a lock's entry.
 *
 * <h2>Kept locks and local turns</h2>
 * Where verbs cost round trips, a process keeps a lock that it has used several times in a row until another one asks
 * for it ({@code docs/decisions/0008-keeping-locks.md}), and its writers that wait for the same lock pass it on to each
 * other a few times before it leaves ({@code 0010-local-turns.md}).
 * <pre>
 *   LockCache ── CachedLock ── LocalWait (a Turn)      which locks the process keeps, and the clients that wait there
 *       └── LockUses                                   which locks are worth keeping
 * </pre>
 *
 * <h2>The session</h2>
 * {@link io.baton.lock.process.LockSession} is the process's sign of life to the lock server and its consent to the
 * reset of a lock; its agent is a thread of its own.
 * <pre>
 *   LockSession ── Freezes ── Freeze      which locks are about to be reset, and what each client has said
 *                     └── SessionClient   a client, to be asked to stand still
 * </pre>
 * Specification: {@code spec/5-recovery.md}; latches: {@code spec/7-latches.md}.
 */
@NullMarked
package io.baton.lock.process;

import org.jspecify.annotations.NullMarked;
