package io.baton.lab.cell;

import io.baton.fabric.Endpoint;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.dslr.DslrLockClient;
import io.baton.sim.Cluster;
import java.util.function.Supplier;

/**
 * A client: chooses locks, acquires them, works, releases them, again and again. The latency of a transaction ends
 * before the release, as in the ShiftLock artifact.
 */
final class CellClient implements Runnable {

    /** To find a lock that the node keeps, to take it, and later to find it and give it back. */
    static final int LOCAL_ACCESSES = 4;

    private final Load load;
    private final Load.Stream stream;
    private final Cluster cluster;
    private final Supplier<Connection> connections;
    private final Rows rows;
    private final CellTally tally;
    private final CellTally.Share share;
    private final LockList locks = new LockList();
    private LockClient client;
    private TimedEndpoint endpoint;
    private int tries;
    private long localAcquisitions;

    /** The first connection is there already; others take the place of those that die, or none if it dies whole. */
    CellClient(Load load, Load.Stream stream, Cluster cluster, Connection first, Supplier<Connection> connections,
            Rows rows, CellTally tally) {
        this.load = load;
        this.stream = stream;
        this.cluster = cluster;
        this.client = first.client();
        this.endpoint = first.endpoint();
        this.tries = first.tries();
        this.connections = connections;
        this.rows = rows;
        this.tally = tally;
        this.share = tally.share();
    }

    @Override
    public void run() {
        while (!tally.over()) {
            locks.clear();
            final int type = stream.next(locks);
            cluster.work(load.chooseNanos());
            final long begunNanos = now();
            acquire(load.leaseSlots(type));
            if (load.touchesRows()) {
                rows.read(locks);
            }
            cluster.work(load.thinkNanos(type));
            if (load.touchesRows()) {
                rows.write(locks);
            }
            if (load.dies(type)) {
                tally.died(locks, now());
                replace(connections.get());
                continue;
            }
            tally.sample(type, now() - begunNanos);
            cluster.work(load.noteNanos());
            release();
        }
    }

    private void replace(Connection next) {
        client = next.client();
        endpoint = next.endpoint();
        tries = next.tries();
        localAcquisitions = 0;
    }

    private void acquire(int leaseSlots) {
        if (client instanceof DslrLockClient dslr) {
            dslr.leaseSlots(leaseSlots);
            final long before = dslr.failures();
            acquireAll();
            tally.failed(dslr.failures() - before);
        } else {
            acquireAll();
        }
    }

    private void acquireAll() {
        if (tries > 0 && locks.size() == 1 && exclusive() && tryFirst()) {
            tally.acquired(locks, now());
            return;
        }
        endpoint.times().begin(exclusive() ? ClientPhase.ACQUIRE_WRITER : ClientPhase.ACQUIRE_READER, now());
        final LockOutcome outcome = locks.size() == 1
            ? client.acquire(locks.slot(0), locks.mode(0), LockClient.NO_DEADLINE)
            : client.acquireAll(locks, LockClient.NO_DEADLINE);
        endpoint.times().end(now(), tally.measuring());
        if (outcome != LockOutcome.GRANTED) {
            throw new IllegalStateException("an acquisition without a deadline ended with " + outcome);
        }
        workForLocalLocks();
        tally.acquired(locks, now());
    }

    /** Outside all phases. Returns whether the lock was free. */
    private boolean tryFirst() {
        for (int i = 0; i < tries; i++) {
            if (i > 0) {
                cluster.work(cluster.model().remoteWaitNanos());
            }
            if (client.tryAcquire(locks.slot(0), locks.mode(0)) == LockOutcome.GRANTED) {
                return true;
            }
        }
        return false;
    }

    /** Locks that the client got from its own node cost no verb, but accesses to memory that other processors use. */
    private void workForLocalLocks() {
        final long local = client.counters().get(LockCounter.LOCAL_ACQUISITIONS);
        if (local > localAcquisitions) {
            cluster.work((local - localAcquisitions) * LOCAL_ACCESSES * cluster.model().localAccessNanos());
            localAcquisitions = local;
        }
    }

    private void release() {
        endpoint.times().begin(exclusive() ? ClientPhase.RELEASE_WRITER : ClientPhase.RELEASE_READER, now());
        if (locks.size() == 1) {
            client.release(locks.slot(0));
        } else {
            client.releaseAll();
        }
        endpoint.times().end(now(), tally.measuring());
        tally.released(locks.size(), share);
    }

    private boolean exclusive() {
        for (int i = 0; i < locks.size(); i++) {
            if (locks.mode(i) == LockMode.EXCLUSIVE) {
                return true;
            }
        }
        return false;
    }

    private long now() {
        return cluster.clock().nanoTime();
    }

    /** A lock client, its endpoint, and how often it tries a lock before it queues as a writer. */
    record Connection(LockClient client, TimedEndpoint endpoint, int tries) {
    }

    /**
     * The rows that locks protect, behind the locks in the server's memory. Their verbs are not the lock's and are not
     * counted.
     */
    record Rows(Endpoint endpoint, long begin) {

        /** Room for a row; a verb on 16 bytes costs what one on 64 does. */
        static final long BYTES = 16;

        void read(LockList locks) {
            for (int i = 0; i < locks.size(); i++) {
                endpoint.readWord(begin + locks.slot(i) * BYTES);
            }
        }

        void write(LockList locks) {
            for (int i = 0; i < locks.size(); i++) {
                if (locks.mode(i) == LockMode.EXCLUSIVE) {
                    endpoint.writeWord(begin + locks.slot(i) * BYTES, i);
                }
            }
        }
    }
}
