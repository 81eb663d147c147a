package io.baton.explore.lock;

import io.baton.fabric.Fabric;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.server.ResetEvent;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * Makes locks that have planted bugs: for fault simulations only. With no bugs they are what {@link ShiftLockTable},
 * {@link RecoveryServer} and {@link LockSession} make. Plants nothing yet: the locks are without bugs whatever is
 * asked for.
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
        return ShiftLockTable.recoverable(fabric, slots, options, session, threads);
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
        return ShiftLockTable.leased(fabric, slots, options, leases, serverRoute, threads);
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
        return LockSession.join(fabric, serverRoute, options, life, deadlineNanos, threads);
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
        return new RecoveryServer(fabric, slots, options, incarnation, threads, log);
    }
}
