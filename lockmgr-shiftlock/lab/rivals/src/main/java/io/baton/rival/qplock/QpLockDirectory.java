package io.baton.rival.qplock;

import io.baton.fabric.Doorbell;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Finds the descriptor that a local tail names: a number stands for the address that Java does not give. */
final class QpLockDirectory {

    private final AtomicLong numbers = new AtomicLong();
    private final ConcurrentHashMap<Long, QpLockLocalHold> holds = new ConcurrentHashMap<>();

    QpLockLocalHold register(Doorbell bell) {
        final QpLockLocalHold hold = new QpLockLocalHold(numbers.incrementAndGet(), bell);
        holds.put(hold.number, hold);
        return hold;
    }

    QpLockLocalHold hold(long number) {
        final QpLockLocalHold hold = holds.get(number);
        if (hold == null) {
            throw new IllegalStateException("a local tail names hold " + number + ", which this table does not know; "
                + "let all local clients of a lock server come from one table");
        }
        return hold;
    }

    void forget(List<QpLockLocalHold> gone) {
        for (final QpLockLocalHold hold : gone) {
            holds.remove(hold.number);
        }
    }
}
