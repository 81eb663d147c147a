/**
 * The lock protocols behind one interface.
 *
 * <p>A {@link io.baton.lock.LockTable} is a lock server's table of locks; a {@link io.baton.lock.LockClient} is one
 * transaction context that acquires, tries, upgrades and releases them. Names of 64 bits are hashed to slots of the
 * table; several names may share a lock.
 *
 * <h2>ShiftLock</h2>
 * {@link io.baton.lock.shiftlock.ShiftLockTable} is the protocol of ShiftLock (FAST '25): a lock is a 16-byte entry in
 * registered memory ({@code LockEntry}); a reader counts itself in and out with one fetch-and-add each; a writer
 * swaps itself into the entry's tail pointer and, if somebody was there before it, tells that client who its
 * successor is. Whoever releases hands the lock over to its successor with a notice, or flips the epoch to let
 * waiting readers in. Nobody retries.
 * <pre>
 *   LockClient (API) ── ShiftLockClient ── ShiftLock ── Endpoint (verbs)        Algorithms 2 and 3, one step a line
 *                          │    │            └── ReadPace                        when a waiting reader looks again
 *                          │    └── Inbox ── LockNotice                          notices find the Hold that they name
 *                          └── Holds ── Hold (HoldState)                     what a client remembers of a lock
 *                      WaitingClient ── Ghosts ── GhostAgent                     waits; positions left behind in queues
 * </pre>
 *
 * <h2>Clients of one process</h2>
 * Where verbs cost round trips, a process keeps a lock that it has used several times in a row until another one asks
 * for it ({@code docs/decisions/0008-keeping-locks.md}), and its writers that wait for the same lock pass it on to each
 * other a few times before it leaves ({@code 0010-local-turns.md}); not with recovery, yet.
 * <pre>
 *   CachingClient ── CachingShiftLock      leaves a lock to the agent, or to another writer; waiting readers ask
 *        │
 *   LockCache ── CachedLock ── LocalWait   what the process keeps, and who waits there; LockUses: what is worth it
 *        │
 *   CacheAgent                             holds them at the server, and gives back what is asked for
 * </pre>
 *
 * <h2>Failures</h2>
 * {@code ShiftLockTable.recoverable} makes a table that outlives failing processes.
 * {@link io.baton.lock.process.LockSession} is a process's session with the lock server,
 * {@link io.baton.lock.server.RecoveryServer} the server's side: it fences processes that are silent, and resets a lock when
 * every process has frozen it or is fenced ({@code spec/5-recovery.md}).
 * <pre>
 *   RecoverableClient ── RecoverableShiftLock      resets, lost sessions: subclasses, so that a table without
 *        │                     │                   recovery pays nothing for them
 *        │                     └── Suspicion       when who waits asks for recovery; Eras: where the era counters are
 *   LockSession ── Freeze                          consent of a process
 *        │
 *   RecoveryServer ── Sessions, ResetRound         fences, asks, resets, logs (ResetEvent)
 * </pre>
 * A holder's {@link io.baton.lock.FencingToken} is for whoever guards the data;
 * {@link io.baton.lock.shiftlock.LockInspector} shows entries and queues.
 *
 * <h2>None</h2>
 * {@link io.baton.lock.NoLockTable} locks nothing and serves one client: the yardstick for what locking costs.
 */
@NullMarked
package io.baton.lock;

import org.jspecify.annotations.NullMarked;
