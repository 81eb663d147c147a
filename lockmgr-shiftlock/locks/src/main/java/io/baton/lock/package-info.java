/**
 * The lock protocols behind one interface.
 *
 * <p>A {@link io.baton.lock.LockTable} is a lock server's table of locks; a {@link io.baton.lock.LockClient} is one
 * transaction context that acquires, tries, upgrades and releases them. Names of 64 bits are hashed to slots of the
 * table; several names may share a lock.
 *
 * <h2>ShiftLock</h2>
 * {@link io.baton.lock.ShiftLockTable} is the protocol of ShiftLock (FAST '25): a lock is a 16-byte entry in
 * registered memory ({@code LockEntry}); a reader counts itself in and out with one fetch-and-add each; a writer
 * swaps itself into the entry's tail pointer and, if somebody was there before it, tells that client who its
 * successor is. Whoever releases hands the lock over to its successor with a notice, or flips the epoch to let
 * waiting readers in. Nobody retries.
 * <pre>
 *   LockClient (API) ── ShiftLockClient ── ShiftLock ── Endpoint (verbs)        Algorithms 2 and 3, one step a line
 *                          │    │
 *                          │    └── Inbox ── LockNotice                          notices find the Hold that they name
 *                          └── Holds ── Hold (HoldState)           what a client remembers of a lock
 *                                Ghosts ── GhostAgent                            positions left behind in queues
 * </pre>
 * Where leases and eras will stand, once failures are dealt with: a grant is {@code Hold.relCnt}, which already
 * carries the generation; {@code Inbox} already drops notices of another generation; every exclusive release already
 * compares the whole of word 1; the eras will follow the entries in the registered memory; a lost lock will be one
 * more {@link io.baton.lock.LockOutcome}.
 *
 * <h2>None</h2>
 * {@link io.baton.lock.NoLockTable} locks nothing and serves one client: the yardstick for what locking costs.
 */
@NullMarked
package io.baton.lock;

import org.jspecify.annotations.NullMarked;
