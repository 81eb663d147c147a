/**
 * The locks that ShiftLock is measured against, each faithful to its source, behind {@link
 * io.baton.lock.LockTable}. They are here to be compared with and tested against; the engine does not use them.
 *
 * <p>A table is one process's (node's) view of a lock server: the processes of a cluster each make one over their own
 * fabric, all on the same registered memory. {@code RivalClient} does the bookkeeping that is the same for all: which
 * slots a client holds, how often, and in which mode. A lock that knows writers only serves shared requests
 * exclusively, as in the ShiftLock paper (§4.1). Locks whose waiters cannot leave a queue ignore deadlines and say so.
 *
 * <p>Each package below holds one lock, or one family.
 */
@NullMarked
package io.baton.rival;

import org.jspecify.annotations.NullMarked;
