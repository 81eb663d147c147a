package io.baton.rival.queue;

import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.fabric.WordPair;
import io.baton.lock.LockInvariantViolation;
import io.baton.rival.EntryTable;
import java.util.function.LongConsumer;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The steps of an MCS queue for one client (Algorithm 1 of the ShiftLock paper, in RDMA verbs as its §3.3 has them):
 * fetch-and-store is an extended compare-and-swap that compares nothing, and what Algorithm 1 writes into another
 * client's memory is a notice.
 * <pre>
 *  word 0   63                40 39                                   0
 *          +--------------------+--------------------------------------+
 *          |         0          |  route of the last in the queue (40)  |
 *          +--------------------+--------------------------------------+
 *  word 1   left to the lock
 * </pre>
 * All zeros: nobody stands in the queue. A notice names lock and attempt, so that one client can stand in the queues
 * of several locks. Nobody leaves a queue before its turn has come and gone, so a notice is never stale: one that
 * fits nothing is a violation.
 */
final class WriterQueue implements NoticeHandler {

    private static final CasMasks FETCH_AND_STORE = new CasMasks(0, 0, -1L, 0);
    /** How long to wait before a notice is sent again to a client whose mailbox is full. */
    private static final long FULL_MAILBOX_WAIT_NANOS = 50_000;

    private final Endpoint endpoint;
    private final LongConsumer pause;
    private final Int2ObjectHashMap<QueueHold> queued = new Int2ObjectHashMap<>();
    private final WordPair old = new WordPair();
    private final QueueNotice notice = new QueueNotice();
    private final QueueNotice received = new QueueNotice();
    private long attempts;

    WriterQueue(Endpoint endpoint, LongConsumer pause) {
        this.endpoint = endpoint;
        this.pause = pause;
    }

    /** Stands at the end. Returns whether that is the head too; otherwise the predecessor knows its successor. */
    boolean enqueue(QueueHold hold) {
        register(hold);
        endpoint.extCas(EntryTable.address(hold.slot()), FETCH_AND_STORE, 0, 0, endpoint.route(), 0, old);
        final long predecessor = old.low();
        if (predecessor == Route.NONE) {
            return true;
        }
        send(predecessor,
            notice.compose(QueueNotice.SUCCESSOR, hold.slot(), hold.attempt, 0, endpoint.route()));
        return false;
    }

    /** Stands at the head if nobody is there. */
    boolean tryEnqueue(QueueHold hold) {
        register(hold);
        if (endpoint.cas(EntryTable.address(hold.slot()), Route.NONE, endpoint.route()) == Route.NONE) {
            return true;
        }
        queued.remove(hold.slot());
        return false;
    }

    /** Waits for the predecessor's notice. */
    void awaitTurn(QueueHold hold) {
        receive();
        while (hold.turn == 0) {
            endpoint.awaitNotice(Endpoint.NO_DEADLINE);
            receive();
        }
    }

    /** Takes all notices out of the mailbox. */
    void receive() {
        endpoint.receive(this);
    }

    /** Leaves the head if nobody stands behind. */
    boolean clearTail(QueueHold hold) {
        final long self = endpoint.route();
        if (endpoint.cas(EntryTable.address(hold.slot()), self, Route.NONE) != self) {
            return false;
        }
        queued.remove(hold.slot());
        return true;
    }

    /** Waits for the notice of the successor that is known to stand behind. */
    void awaitSuccessor(QueueHold hold) {
        receive();
        while (hold.successor == Route.NONE) {
            endpoint.awaitNotice(Endpoint.NO_DEADLINE);
            receive();
        }
    }

    /** Leaves the head to the successor. */
    void passOn(QueueHold hold, byte kind, int consWrt) {
        queued.remove(hold.slot());
        send(hold.successor, notice.compose(kind, hold.slot(), hold.successorAttempt, consWrt, Route.NONE));
    }

    private void register(QueueHold hold) {
        hold.enqueue(++attempts);
        queued.put(hold.slot(), hold);
    }

    private void send(long route, QueueNotice composed) {
        SendStatus status = endpoint.send(route, composed.composed(), 0, QueueNotice.BYTES);
        while (status == SendStatus.MAILBOX_FULL) {
            // The receiver may wait for room in this client's mailbox.
            receive();
            pause.accept(FULL_MAILBOX_WAIT_NANOS);
            status = endpoint.send(route, composed.composed(), 0, QueueNotice.BYTES);
        }
        if (status != SendStatus.SENT) {
            throw new LockInvariantViolation("client " + Route.toString(route)
                + " is gone from a queue that it stands in; notice: " + composed);
        }
    }

    @Override
    public void onNotice(DirectBuffer buffer, int offset, int length) {
        received.wrap(buffer, offset);
        final QueueHold hold = queued.get(received.slot());
        if (hold == null) {
            throw unexpected("this client does not stand in the queue");
        }
        if (received.kind() == QueueNotice.SUCCESSOR) {
            if (hold.successor != Route.NONE) {
                throw unexpected("the successor was " + Route.toString(hold.successor));
            }
            hold.successor = received.route();
            hold.successorAttempt = received.attempt();
            return;
        }
        if (hold.attempt != received.attempt() || hold.turn != 0) {
            throw unexpected("attempt was " + hold.attempt + ", turn " + hold.turn);
        }
        hold.turn = received.kind();
        hold.consWrt = received.consWrt();
    }

    private LockInvariantViolation unexpected(String state) {
        return new LockInvariantViolation("unexpected notice: " + received + "; " + state);
    }
}
