package io.baton.lab.torture;

import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.wire.LockServer;
import io.baton.wire.WireFabric;
import java.util.concurrent.ThreadFactory;
import org.agrona.concurrent.NanoClock;

/** What a process has with one lock server between its joining and the end of its session. */
final class Life {

    private final WireFabric lane;
    private final FaultyClientFabric fabric;
    private final LockSession session;
    private final ShiftLockTable table;
    private final long joinedNanos;
    private volatile boolean over;

    /** Joins, or throws ConnectionLostException. */
    Life(WireFabric lane, Mistake planted, NanoClock clock, ThreadFactory threads) {
        this.lane = lane;
        this.fabric = new FaultyClientFabric(lane, planted);
        this.session = LockSession.join(lane, LockServer.RECOVERY_ROUTE, Times.options(), clock.nanoTime(),
            clock.nanoTime() + Times.SESSION_NANOS, threads);
        this.table = ShiftLockTable.recoverable(fabric, Layout.LOCKS, ShiftLockOptions.product(), session, threads);
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

    long incarnation() {
        return session.incarnation();
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
