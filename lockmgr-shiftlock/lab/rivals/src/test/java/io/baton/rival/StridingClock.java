package io.baton.rival;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/** A clock that advances by a fixed stride each time it is read. */
public final class StridingClock implements NanoClock {

    private final AtomicLong now = new AtomicLong(1);
    private volatile long stride;

    public StridingClock(long stride) {
        this.stride = stride;
    }

    public void stride(long newStride) {
        stride = newStride;
    }

    public void pass(long nanos) {
        now.addAndGet(nanos);
    }

    public long now() {
        return now.get();
    }

    @Override
    public long nanoTime() {
        return now.addAndGet(stride);
    }
}
