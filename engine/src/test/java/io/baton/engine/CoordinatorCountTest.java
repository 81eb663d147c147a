package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plain calls of many threads never make more coordinators than there are threads. */
@Timeout(180)
class CoordinatorCountTest {

    private static final int THREADS = 16;
    private static final int ACCOUNTS = 100;
    private static final long CALLS = 20_000;

    @Test
    void sixteenThreadsHaveSixteenCoordinatorsAtMost() throws InterruptedException {
        run(Duration.ZERO);
    }

    @Test
    @Tag("slow")
    void sixteenThreadsHaveSixteenCoordinatorsAtMostForAMinute() throws InterruptedException {
        run(Duration.ofMinutes(1));
    }

    /** Calls for so long, and so often at least. */
    private static void run(Duration time) throws InterruptedException {
        final AtomicBoolean ended = new AtomicBoolean();
        final AtomicLong calls = new AtomicLong();
        final long total;
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        try (Engine engine = Bank.builder().assertions(false).open()) {
            Bank.load(engine, ACCOUNTS, 1000);
            final Procedure<Long> transfer = engine.register(new Bank.Transfer(), Long.class);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            final List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                final long first = i;
                threads.add(Thread.ofPlatform().start(() -> {
                    try {
                        for (long call = first; !ended.get(); call++) {
                            // Errors break coordinators, which are made anew; they are not to add up either.
                            if (call % 1000 == 0) {
                                engine.execute(work, (Bank.Work) t -> {
                                    throw new Error("planted");
                                });
                            }
                            engine.execute(transfer, call % ACCOUNTS, (call * 7 + 1) % ACCOUNTS, 1L);
                            calls.incrementAndGet();
                        }
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                }));
            }
            final long end = System.nanoTime() + time.toNanos();
            while (failure.get() == null && (calls.get() < CALLS || System.nanoTime() - end < 0)) {
                assertThat(engine.pool().size()).isLessThanOrEqualTo(THREADS);
                Thread.sleep(1);
            }
            ended.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failure.get()).isNull();
            assertThat(engine.pool().size()).isBetween(1, THREADS);
            total = engine.call(engine.register(new Bank.Total(), Long.class));
        }
        assertThat(calls.get()).isGreaterThanOrEqualTo(CALLS);
        assertThat(total).isEqualTo(1000L * ACCOUNTS);
    }
}
