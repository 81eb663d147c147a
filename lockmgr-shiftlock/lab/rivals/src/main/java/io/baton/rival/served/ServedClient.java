package io.baton.rival.served;

import io.baton.fabric.Fabric;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.SendStatus;
import io.baton.lock.LockCounter;
import io.baton.lock.LockOutcome;
import io.baton.rival.RivalClient;
import io.baton.rival.RivalHold;
import java.util.random.RandomGenerator;
import org.agrona.DirectBuffer;

/** A client whose locks are served by processors: each step is a request and its answer. */
final class ServedClient extends RivalClient<RivalHold> implements NoticeHandler {

    private static final byte NO_ANSWER = 0;
    /** Between two attempts to send to a thread whose mailbox is full. */
    private static final long MAILBOX_FULL_PAUSE_NANOS = 5_000;

    /** Between two requests of a client in process that was refused: from this to twice this, at random. */
    private static final int IN_PROCESS_RETRY_NANOS = 20_000;

    private final LockService service;
    private final int number;
    private final ServerNotice notice = new ServerNotice();
    private int slot;
    private long attempt;
    private byte answer;

    ServedClient(Fabric fabric, int slots, RandomGenerator random, LockService service) {
        super(fabric, slots, random);
        this.service = service;
        this.number = service.nextClient();
    }

    @Override
    protected RivalHold newHold() {
        return new RivalHold();
    }

    /** Asks until the server grants it. A server with a queue answers no sooner. */
    @Override
    protected LockOutcome enter(RivalHold hold, long deadlineNanos) {
        boolean waits = false;
        while (true) {
            final byte granted = call(ServerNotice.ACQUIRE, hold);
            if (granted != ServerNotice.GRANTED && !waits) {
                waits = true;
                counters.count(LockCounter.WAITS);
            }
            if (granted != ServerNotice.BUSY) {
                return LockOutcome.GRANTED;
            }
            if (over(deadlineNanos)) {
                return LockOutcome.DEADLINE;
            }
            letOthersRun();
        }
    }

    /**
     * Parks for a moment in process. A call there is no round trip but some yields, and virtual threads that always
     * have something to run next keep those waiting elsewhere from a core for ever, even the lock's holder. Where
     * verbs take time the retry is immediate.
     */
    private void letOthersRun() {
        if (!verbsTakeTime) {
            pause(IN_PROCESS_RETRY_NANOS + random.nextInt(IN_PROCESS_RETRY_NANOS));
        }
    }

    @Override
    protected LockOutcome tryEnter(RivalHold hold) {
        return call(ServerNotice.TRY, hold) == ServerNotice.GRANTED ? LockOutcome.GRANTED : LockOutcome.BUSY;
    }

    @Override
    protected void leave(RivalHold hold) {
        call(ServerNotice.RELEASE, hold);
    }

    private byte call(byte kind, RivalHold hold) {
        slot = hold.slot();
        attempt++;
        answer = NO_ANSWER;
        final long server = service.route(number, slot);
        notice.compose(kind, hold.mode(), slot, attempt, endpoint.route());
        SendStatus status = endpoint.send(server, notice.composed(), 0, ServerNotice.BYTES);
        while (status == SendStatus.MAILBOX_FULL) {
            pause(MAILBOX_FULL_PAUSE_NANOS);
            status = endpoint.send(server, notice.composed(), 0, ServerNotice.BYTES);
        }
        if (status == SendStatus.NO_SUCH_PEER) {
            throw new IllegalStateException("the lock server is closed; close its clients first");
        }
        while (answer == NO_ANSWER) {
            if (endpoint.receive(this) == 0) {
                endpoint.awaitNotice(NO_DEADLINE);
            }
        }
        return answer;
    }

    @Override
    public void onNotice(DirectBuffer buffer, int offset, int length) {
        notice.wrap(buffer, offset);
        if (notice.slot() == slot && notice.attempt() == attempt) {
            answer = notice.kind();
        }
    }
}
