package io.baton.lock.rival;

import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import io.baton.lock.LockCounter;
import io.baton.lock.LockOutcome;
import java.util.random.RandomGenerator;

/** One client of an {@link McsTable}: Algorithm 1, one step a line. */
final class McsClient extends RivalClient<QueueHold> {

    private final WriterQueue queue;

    McsClient(Fabric fabric, int slots, RandomGenerator random) {
        super(fabric, slots, random);
        this.queue = new WriterQueue(endpoint, this::pause);
    }

    @Override
    QueueHold newHold() {
        return new QueueHold();
    }

    @Override
    LockOutcome enter(QueueHold hold, long deadlineNanos) {
        if (!queue.enqueue(hold)) {
            counters.count(LockCounter.WAITS);
            queue.awaitTurn(hold);
        }
        return LockOutcome.GRANTED;
    }

    @Override
    LockOutcome tryEnter(QueueHold hold) {
        return queue.tryEnqueue(hold) ? LockOutcome.GRANTED : LockOutcome.BUSY;
    }

    @Override
    void leave(QueueHold hold) {
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
