package io.baton.rival;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/** A clock on which time passes only when somebody looks: a fixed stride each time. */
final class StridingClock implements NanoClock {

    private final AtomicLong now = new AtomicLong(1);
    private volatile long stride;

    StridingClock(long stride) {
        this.stride = stride;
    }

    void stride(long newStride) {
        stride = newStride;
    }

    void pass(long nanos) {
        now.addAndGet(nanos);
    }

    long now() {
        return now.get();
    }

    @Override
    public long nanoTime() {
        return now.addAndGet(stride);
    }
}
