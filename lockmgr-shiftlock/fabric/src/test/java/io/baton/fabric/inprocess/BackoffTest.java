package io.baton.fabric.inprocess;

import io.baton.testing.StarvedHolder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Virtual threads that wait for a latch leave the processors to the one that holds it. */
@Timeout(60)
class BackoffTest {
    private final UnsafeBuffer latch = new UnsafeBuffer(new byte[64]);

    @Test
    void waitersDoNotKeepTheHolderFromItsProcessor() throws InterruptedException {
        StarvedHolder.getsOn(() -> SpinLatch.lock(latch, 0), () -> SpinLatch.unlock(latch, 0, false));
    }
}
