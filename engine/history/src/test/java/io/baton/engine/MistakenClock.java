package io.baton.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * An engine's clock that tells a thread's call an earlier time for its answer. The engine asks twice at the end of a
 * call: when all locks of the commit are held, and when the caller is answered.
 */
final class MistakenClock implements NanoClock {

    /** Each thread's earlier time, and how often the clock is still asked before it. */
    private final Map<Thread, Early> early = new ConcurrentHashMap<>();

    @Override
    public long nanoTime() {
        final Early mine = mine();
        return mine.left > 0 && --mine.left == 0 ? mine.nanos : SystemNanoClock.INSTANCE.nanoTime();
    }

    /** The call of this thread is answered now, as far as the engine knows. */
    void answerNow() {
        final Early mine = mine();
        mine.nanos = SystemNanoClock.INSTANCE.nanoTime();
        mine.left = 2;
    }

    private Early mine() {
        return early.computeIfAbsent(Thread.currentThread(), thread -> new Early());
    }

    private static final class Early {
        private long nanos;
        private int left;
    }
}
