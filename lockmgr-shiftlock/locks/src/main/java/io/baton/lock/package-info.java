/**
 * API: reader-writer locks for transactions, over remote memory. A {@link io.baton.lock.LockTable} is a table of locks
 * in the registered memory of a <em>lock server</em>, the node that holds it; a {@link io.baton.lock.LockClient} is one
 * transaction context that acquires, tries, upgrades and releases them. Names of 64 bits are hashed to slots of the
 * table ({@link io.baton.lock.LockNames}); several names may share a lock.
 *
 * <p>An engine sees only this package: it gets its table from {@link io.baton.lock.shiftlock.ShiftLockTable}, and each
 * request ends with a {@link io.baton.lock.LockOutcome}. {@link io.baton.lock.NoLockTable} locks nothing and serves one
 * client: the yardstick for the cost of locking. {@link io.baton.lock.JoinedLockTable} makes one table of several. A
 * holder's {@link io.baton.lock.FencingToken} is for the data's guard, where processes may fail
 * ({@link io.baton.lock.RecoveryOptions}).
 *
 * <h2>The packages</h2>
 * <pre>
 *   shiftlock   the protocol, its clients, the table
 *       |   \
 *       |    process    what the clients of a process share: session, freezes, kept locks
 *       |      |
 *       |      |      server    sessions, rounds, resets: beside the memory
 *       |      |      /
 *       v      v     v
 *        entry          the bytes: lock entry, notices, era counters
 *          |
 *          v
 *      io.baton.lock    the interface
 * </pre>
 * An arrow is a dependency; each package may use all below it. Where a session asks its clients for something, it knows
 * them as {@link io.baton.lock.process.SessionClient} only.
 *
 * <h2>Words</h2>
 * A <em>lease</em> is the unit in which waiters measure how long a lock has made no progress; a <em>session</em> is a
 * process's relation to the lock server, and runs out if the process is silent. A <em>generation</em> is how often a
 * lock was reset, an <em>era</em> how often a group of locks was. A <em>ghost</em> is a place in a queue that its
 * client has left behind.
 *
 * <p>Specification: {@code spec/1-guarantees.md} and the pages after it; latches and their order:
 * {@code spec/7-latches.md}. A violated invariant is a {@link io.baton.lock.LockInvariantViolation}: the node stops.
 */
@NullMarked
package io.baton.lock;

import org.jspecify.annotations.NullMarked;
