package io.baton.rival.qplock;

import static io.baton.rival.qplock.QpLockEntry.LOCAL;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.LocalWords;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A client on the lock server's node: issues no verb at all.
 *
 * <p>The paper's process spins. This one parks on its doorbell while it waits for another local client, who rings; it
 * looks again from time to time while it waits for the remote cohort, whose verbs ring nothing.
 */
final class QpLockLocalClient extends QpLockClient<QpLockLocalHold> {

    private final LocalWords words;
    private final QpLockDirectory directory;
    private final Doorbell bell;
    private final long pollNanos;
    private final List<QpLockLocalHold> own = new ArrayList<>();

    QpLockLocalClient(Fabric fabric, LocalWords words, QpLockDirectory directory, int slots, RandomGenerator random,
            QpLockTable.Parameters parameters) {
        super(fabric, slots, random, parameters.initialBudget());
        this.words = words;
        this.directory = directory;
        this.bell = fabric.doorbell();
        this.pollNanos = parameters.localPollNanos();
    }

    @Override
    protected QpLockLocalHold newHold() {
        final QpLockLocalHold hold = directory.register(bell);
        own.add(hold);
        return hold;
    }

    @Override
    long swapTail(QpLockLocalHold hold) {
        return words.getAndSet(QpLockEntry.localTail(hold.slot()), hold.number);
    }

    @Override
    boolean lockIdleCohort(QpLockLocalHold hold) {
        return words.compareAndExchange(QpLockEntry.localTail(hold.slot()), 0, hold.number) == 0;
    }

    @Override
    boolean clearTail(QpLockLocalHold hold) {
        return words.compareAndExchange(QpLockEntry.localTail(hold.slot()), hold.number, 0) == hold.number;
    }

    @Override
    void link(long predecessor, QpLockLocalHold hold) {
        final QpLockLocalHold before = directory.hold(predecessor);
        before.next = hold;
        before.bell.ring();
    }

    @Override
    void awaitBudget(QpLockLocalHold hold) {
        while (hold.passed == QpLockHold.WAITING) {
            bell.await(Endpoint.NO_DEADLINE);
        }
        hold.budget = hold.passed;
    }

    @Override
    boolean hasSuccessor(QpLockLocalHold hold) {
        return hold.next != null;
    }

    @Override
    void awaitSuccessor(QpLockLocalHold hold) {
        while (hold.next == null) {
            bell.await(Endpoint.NO_DEADLINE);
        }
    }

    @Override
    void pass(QpLockLocalHold hold, int budget) {
        final QpLockLocalHold next = hold.next;
        if (next == null) {
            throw new IllegalStateException("a hand-over of slot " + hold.slot() + " to nobody");
        }
        next.passed = budget;
        next.bell.ring();
    }

    @Override
    void yieldToOther(int slot) {
        words.set(QpLockEntry.victim(slot), LOCAL);
    }

    @Override
    boolean mustWait(int slot) {
        return words.get(QpLockEntry.remoteTail(slot)) != 0 && words.get(QpLockEntry.victim(slot)) == LOCAL;
    }

    @Override
    void pauseForOther(int slot) {
        pause(pollNanos);
    }

    @Override
    public void close() {
        super.close();
        directory.forget(own);
        own.clear();
    }
}
