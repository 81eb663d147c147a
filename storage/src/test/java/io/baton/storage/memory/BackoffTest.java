package io.baton.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Virtual threads that wait for a latch leave the processors to the one that holds it. */
@Timeout(60)
class BackoffTest {

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final int WAITERS_EACH = 3;

    /** Nothing but a latch. */
    private static final class Plain extends Latch {
    }

    private final Latch latch = new Plain();

    private void lock() {
        latch.latch();
    }

    private void unlock() {
        latch.unlatch();
    }

    /**
     * The holder has given its carrier away. Then some threads that wait are put into each carrier's own queue, where
     * they stay if they only yield; what the holder is woken by is none of these threads.
     */
    @Test
    void waitersDoNotKeepTheHolderFromItsProcessor() throws InterruptedException {
        final CountDownLatch held = new CountDownLatch(1);
        final Thread holder = Thread.ofVirtual().start(() -> {
            lock();
            held.countDown();
            LockSupport.park();
            unlock();
        });
        held.await();
        final List<Thread> starters = new ArrayList<>();
        final AtomicInteger onCarriers = new AtomicInteger();
        final AtomicInteger waiting = new AtomicInteger();
        final AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < PROCESSORS; i++) {
            starters.add(Thread.ofVirtual().start(() -> {
                onCarriers.incrementAndGet();
                while (onCarriers.get() < PROCESSORS) {
                    Thread.onSpinWait();
                }
                for (int k = 0; k < WAITERS_EACH; k++) {
                    Thread.ofVirtual().start(() -> {
                        waiting.incrementAndGet();
                        lock();
                        unlock();
                        done.incrementAndGet();
                    });
                }
            }));
        }
        for (Thread starter : starters) {
            assertThat(starter.join(Duration.ofSeconds(20))).isTrue();
        }
        while (waiting.get() < PROCESSORS) {
            Thread.onSpinWait();
        }
        LockSupport.unpark(holder);
        assertThat(holder.join(Duration.ofSeconds(20))).as("the holder has got on").isTrue();
        while (done.get() < PROCESSORS * WAITERS_EACH) {
            Thread.onSpinWait();
        }
    }
}
