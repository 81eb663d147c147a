/**
 * ShiftLock (FAST '25): a reader counts itself in and out of the lock's entry with one fetch-and-add each; a writer
 * swaps itself into the entry's tail pointer and, if another was there before it, tells that client its successor. A
 * holder hands the lock over to its successor with a notice, or flips the epoch to let waiting readers in. No client
 * retries.
 * <pre>
 *   LockClient (API) ── ShiftLockClient ── ShiftLock                          Algorithms 2 and 3, one step a line
 *                          │    │             ├── EntrySteps                   what a step does to the entry:
 *                          │    │             │     MaskedEntry, PlainEntry    16 bytes, or two words of 8
 *                          │    │             └── ReadPace                     when a waiting reader looks again
 *                          │    ├── Inbox ── LockNotice                       notices find the Hold that they name
 *                          │    └── LockBatch ── BatchedVerbs                 several locks in one round trip
 *                          ├── Holds ── Hold (HoldState)                      what a client remembers of a lock
 *                          └── Ghosts ── GhostAgent                           places left behind in queues
 * </pre>
 * Two collaborators are there or not, each with a part in the protocol and one in the client. A table without them has
 * the plain client and pays nothing; otherwise the client is a ProcessClient.
 * <pre>
 *   LocalTurns, LocalLocks       the process keeps locks, or passes them on: LockCache says which
 *       └── CacheAgent           holds them at the server, and gives back what is asked for
 *   Repair, Recovery             locks may be reset, sessions may end: LockSession
 *       └── Suspicion            when a waiting client asks the lock server for recovery
 * </pre>
 * {@link io.baton.lock.shiftlock.ShiftLockTable} makes them all; {@link io.baton.lock.shiftlock.LockInspector} shows
 * entries, queues and what clients remember. Specification: {@code spec/3-acquire-and-release.md},
 * {@code spec/4-hand-over.md}, {@code spec/5-recovery.md}, {@code spec/8-plain-entry.md}, {@code spec/9-process.md};
 * latches: {@code spec/7-latches.md}.
 */
@NullMarked
package io.baton.lock.shiftlock;

import org.jspecify.annotations.NullMarked;
