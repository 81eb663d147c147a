package io.baton.rival.qplock;

import static io.baton.rival.qplock.QpLockEntry.REMOTE;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.fabric.WordPair;
import java.util.random.RandomGenerator;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;

/** A client on another node: verbs on the entry, notices between clients. */
final class QpLockRemoteClient extends QpLockClient<QpLockRemoteHold> implements NoticeHandler {

    /** How long a leader may look at one word of the pair only; enough to park where waiting for a word parks. */
    private static final long LOOK_NANOS = 50_000;
    /** Between two SENDs to a peer whose mailbox is full. */
    private static final long RESEND_NANOS = 10_000;

    private final QpLockNotice notice = new QpLockNotice();
    private final WordPair other = new WordPair();
    /** The descriptors that are in a queue: notices may name them. */
    private final Int2ObjectHashMap<QpLockRemoteHold> queued = new Int2ObjectHashMap<>();

    QpLockRemoteClient(Fabric fabric, int slots, RandomGenerator random, QpLockTable.Parameters parameters) {
        super(fabric, slots, random, parameters.initialBudget());
    }

    @Override
    protected QpLockRemoteHold newHold() {
        return new QpLockRemoteHold();
    }

    /** A loop of CAS, as in Algorithm 2: standard adapters cannot swap. */
    @Override
    long swapTail(QpLockRemoteHold hold) {
        queued.put(hold.slot(), hold);
        long expected = 0;
        long current = endpoint.cas(QpLockEntry.remoteTail(hold.slot()), expected, endpoint.route());
        while (current != expected) {
            expected = current;
            current = endpoint.cas(QpLockEntry.remoteTail(hold.slot()), expected, endpoint.route());
        }
        return current;
    }

    @Override
    boolean lockIdleCohort(QpLockRemoteHold hold) {
        if (endpoint.cas(QpLockEntry.remoteTail(hold.slot()), 0, endpoint.route()) != 0) {
            return false;
        }
        queued.put(hold.slot(), hold);
        return true;
    }

    @Override
    boolean clearTail(QpLockRemoteHold hold) {
        if (endpoint.cas(QpLockEntry.remoteTail(hold.slot()), endpoint.route(), 0) != endpoint.route()) {
            return false;
        }
        queued.remove(hold.slot());
        return true;
    }

    @Override
    void link(long predecessor, QpLockRemoteHold hold) {
        send(predecessor, QpLockNotice.NEXT, hold.slot(), endpoint.route());
    }

    @Override
    void awaitBudget(QpLockRemoteHold hold) {
        endpoint.receive(this);
        while (hold.budget == QpLockHold.WAITING) {
            endpoint.awaitNotice(Endpoint.NO_DEADLINE);
            endpoint.receive(this);
        }
    }

    @Override
    boolean hasSuccessor(QpLockRemoteHold hold) {
        endpoint.receive(this);
        return hold.successor != Route.NONE;
    }

    @Override
    void awaitSuccessor(QpLockRemoteHold hold) {
        while (!hasSuccessor(hold)) {
            endpoint.awaitNotice(Endpoint.NO_DEADLINE);
        }
    }

    @Override
    void pass(QpLockRemoteHold hold, int budget) {
        queued.remove(hold.slot());
        send(hold.successor, QpLockNotice.PASS, hold.slot(), budget);
    }

    @Override
    void yieldToOther(int slot) {
        endpoint.writeWord(QpLockEntry.victim(slot), REMOTE);
    }

    @Override
    boolean mustWait(int slot) {
        endpoint.read(QpLockEntry.localTail(slot), other);
        return other.low() != 0 && other.high() == REMOTE;
    }

    /** Waits for the local cohort to leave, but not for long: its next leader may make itself the victim instead. */
    @Override
    void pauseForOther(int slot) {
        endpoint.awaitWord(QpLockEntry.localTail(slot), -1L, 0, clock.nanoTime() + LOOK_NANOS);
    }

    @Override
    public void onNotice(DirectBuffer buffer, int offset, int length) {
        final int slot = QpLockNotice.slot(buffer, offset);
        final long value = QpLockNotice.value(buffer, offset);
        final QpLockRemoteHold hold = queued.get(slot);
        if (hold == null) {
            throw new IllegalStateException("a notice about slot " + slot + ", where the client is not queued");
        }
        switch (QpLockNotice.kind(buffer, offset)) {
            case QpLockNotice.NEXT -> hold.successor = value;
            case QpLockNotice.PASS -> hold.budget = (int) value;
            default -> throw new IllegalStateException(
                "a notice of unknown kind " + QpLockNotice.kind(buffer, offset) + " about slot " + slot);
        }
    }

    /** While the peer's mailbox is full, this client goes on emptying its own: the peer may wait for just that. */
    private void send(long route, int kind, int slot, long value) {
        SendStatus status = endpoint.send(route, notice.compose(kind, slot, value), 0, QpLockNotice.BYTES);
        while (status == SendStatus.MAILBOX_FULL) {
            endpoint.receive(this);
            pause(RESEND_NANOS);
            status = endpoint.send(route, notice.compose(kind, slot, value), 0, QpLockNotice.BYTES);
        }
        if (status == SendStatus.NO_SUCH_PEER) {
            throw new IllegalStateException("client " + Route.toString(route) + " is in the queue of slot " + slot
                + ", but has no endpoint any more");
        }
    }
}
