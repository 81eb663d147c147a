package io.baton.lock;

import io.baton.fabric.Fabric;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes locks that have planted bugs: for fault simulations only. With no bugs they are what {@link ShiftLockTable},
 * {@link RecoveryServer} and {@link LockSession} make.
 */
public final class FaultyLocks {

    private FaultyLocks() {
    }

    /**
     * Makes a table as {@link ShiftLockTable#recoverable} does.
     *
     * @param fabric the lock server
     * @param slots the number of locks
     * @param options how the protocol goes
     * @param session this process's session
     * @param threads makes the thread that acts for clients that left a queue
     * @param bugs what is wrong with its clients
     * @return the table
     */
    public static ShiftLockTable table(Fabric fabric, int slots, ShiftLockOptions options, LockSession session,
            ThreadFactory threads, Set<PlantedBug> bugs) {
        if (bugs.isEmpty()) {
            return ShiftLockTable.recoverable(fabric, slots, options, session, threads);
        }
        return ShiftLockTable.recoverable(
            fabric, slots, options, faulty(session.options(), session.serverRoute(), session, bugs), threads);
    }

    /**
     * Makes a table as {@link ShiftLockTable#leased} does.
     *
     * @param fabric the lock server
     * @param slots the number of locks
     * @param options how the protocol goes
     * @param leases how long the leases are
     * @param serverRoute where the server takes requests
     * @param threads makes the thread that acts for clients that left a queue
     * @param bugs what is wrong with its clients
     * @return the table
     */
    public static ShiftLockTable leased(Fabric fabric, int slots, ShiftLockOptions options, RecoveryOptions leases,
            long serverRoute, ThreadFactory threads, Set<PlantedBug> bugs) {
        return bugs.isEmpty() ? ShiftLockTable.leased(fabric, slots, options, leases, serverRoute, threads)
            : ShiftLockTable.recoverable(fabric, slots, options, faulty(leases, serverRoute, null, bugs), threads);
    }

    private static Recovery faulty(
            RecoveryOptions options, long serverRoute, @Nullable LockSession session, Set<PlantedBug> bugs) {
        return new Recovery(options, serverRoute, session,
            (table, endpoint, protocol) -> new FaultyClient(table, endpoint, protocol, bugs),
            (endpoint, waiting, holds, counters, protocol, itself, clock, count) -> new FaultyShiftLock(
                endpoint, waiting, holds, counters, protocol, itself, clock, count, bugs));
    }

    /**
     * Opens a session as {@link LockSession#join} does.
     *
     * @param fabric the lock server as this process sees it
     * @param serverRoute where the server takes requests
     * @param options the same as the server's
     * @param life names this life of the process
     * @param deadlineNanos until when to try
     * @param threads makes the thread of the agent
     * @param bugs what is wrong with the agent
     * @return the session
     * @throws io.baton.fabric.ConnectionLostException if the server has not answered until then
     */
    public static LockSession join(Fabric fabric, long serverRoute, RecoveryOptions options, long life,
            long deadlineNanos, ThreadFactory threads, Set<PlantedBug> bugs) {
        return bugs.isEmpty()
            ? LockSession.join(fabric, serverRoute, options, life, deadlineNanos, threads)
            : new FaultyLockSession(fabric, serverRoute, options, life, bugs).start(deadlineNanos, threads);
    }

    /**
     * Starts a server as {@link RecoveryServer}'s constructor does.
     *
     * @param fabric the lock server's own view of its memory
     * @param slots the number of locks
     * @param options the same as the clients'
     * @param incarnation names this life of the server
     * @param threads makes the thread that serves
     * @param log gets a line for every reset and every fence
     * @param bugs what is wrong with the server
     * @return the server
     */
    public static RecoveryServer server(Fabric fabric, int slots, RecoveryOptions options, long incarnation,
            ThreadFactory threads, Consumer<ResetEvent> log, Set<PlantedBug> bugs) {
        if (bugs.isEmpty()) {
            return new RecoveryServer(fabric, slots, options, incarnation, threads, log);
        }
        return new FaultyRecoveryServer(fabric, slots, options,
            bugs.contains(PlantedBug.INCARNATION_KEPT) ? 1 : incarnation, threads, log, bugs);
    }
}
