package io.baton.rival.queue;

import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import io.baton.lock.LockCounter;
import io.baton.lock.LockOutcome;
import io.baton.rival.RivalClient;
import java.util.random.RandomGenerator;

/** One client of an {@link McsTable}: Algorithm 1, one step a line. */
final class McsClient extends RivalClient<QueueHold> {

    private final WriterQueue queue;

    McsClient(Fabric fabric, int slots, RandomGenerator random) {
        super(fabric, slots, random);
        this.queue = new WriterQueue(endpoint, this::pause);
    }

    @Override
    protected QueueHold newHold() {
        return new QueueHold();
    }

    @Override
    protected LockOutcome enter(QueueHold hold, long deadlineNanos) {
        if (!queue.enqueue(hold)) {
            counters.count(LockCounter.WAITS);
            queue.awaitTurn(hold);
        }
        return LockOutcome.GRANTED;
    }

    @Override
    protected LockOutcome tryEnter(QueueHold hold) {
        return queue.tryEnqueue(hold) ? LockOutcome.GRANTED : LockOutcome.BUSY;
    }

    @Override
    protected void leave(QueueHold hold) {
        queue.receive();
        if (hold.successor == Route.NONE) {
            if (queue.clearTail(hold)) {
                return;
            }
            queue.awaitSuccessor(hold);
        }
        counters.count(LockCounter.HANDOVERS);
        queue.passOn(hold, QueueNotice.HANDOVER, 0);
    }
}
