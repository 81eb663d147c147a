package io.baton.lab.torture;

import io.baton.fabric.ConnectionLostException;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.wire.LockServer;
import io.baton.wire.WireFabric;
import java.util.concurrent.ThreadFactory;
import org.agrona.concurrent.NanoClock;

/** What a process has with one lock server between its joining and the end of its session. */
final class JoinedSession {

    private static final long UNKNOWN = 1;

    private final WireFabric lane;
    private final FaultyClientFabric fabric;
    private final LockSession session;
    private final ShiftLockTable table;
    private final long joinedNanos;
    private volatile boolean over;
    private volatile boolean gaveBack;

    /** Joins, or throws ConnectionLostException. */
    JoinedSession(WireFabric lane, Mistake planted, NanoClock clock, ThreadFactory threads) {
        this.lane = lane;
        this.fabric = new FaultyClientFabric(lane, planted);
        this.session = LockSession.join(lane, LockServer.RECOVERY_ROUTE, Times.options(), clock.nanoTime(),
            clock.nanoTime() + Times.SESSION_NANOS, threads);
        this.table = ShiftLockTable.recoverable(
            fabric, TortureLayout.LOCKS, ShiftLockOptions.product().withBatches(true), session, threads);
        this.joinedNanos = clock.nanoTime();
    }

    ShiftLockTable table() {
        return table;
    }

    FaultyClientFabric fabric() {
        return fabric;
    }

    WireFabric lane() {
        return lane;
    }

    int node() {
        return lane.node();
    }

    long joinedNanos() {
        return joinedNanos;
    }

    /** When the session runs out, as the process knows it. */
    long validUntilNanos() {
        return session.validUntilNanos();
    }

    long incarnation() {
        return session.incarnation();
    }

    /** How many locks are not free; the process gives back those that it keeps and no client uses. */
    long busy() {
        try {
            return table.busySlots();
        } catch (ConnectionLostException e) {
            end();
            return UNKNOWN;
        }
    }

    /** A client begins to work. */
    void works() {
        gaveBack = false;
    }

    /** Gives back the locks that the process keeps, once until a client works again. */
    void giveBack() {
        if (!gaveBack) {
            gaveBack = true;
            busy();
        }
    }

    /** A client has found that the session is over. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over || session.isLost();
    }

    /** No client uses it any more. */
    void close() {
        session.close();
        table.close();
    }
}
