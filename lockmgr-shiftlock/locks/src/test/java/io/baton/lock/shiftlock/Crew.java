package io.baton.lock.shiftlock;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Runs a task on many threads that begin together; hands on what goes wrong, and says where all stand if they do not
 * end in time.
 */
final class Crew {

    private static final long LIMIT_SECONDS = 40;

    /** What each thread does. */
    @FunctionalInterface
    interface Task {
        void run(int index) throws Exception;
    }

    private Crew() {
    }

    static void run(int threads, boolean virtual, Supplier<String> situation, Task task) {
        final CountDownLatch start = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(threads);
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int i = 0; i < threads; i++) {
            final int index = i;
            final Runnable body = () -> {
                try {
                    start.await();
                    task.run(index);
                    end.countDown();
                } catch (Throwable thrown) {
                    failure.compareAndSet(null, thrown);
                }
            };
            if (virtual) {
                Thread.ofVirtual().start(body);
            } else {
                Thread.ofPlatform().daemon().start(body);
            }
        }
        start.countDown();
        boolean ended = false;
        try {
            for (long i = 0; i < LIMIT_SECONDS * 10 && !ended && failure.get() == null; i++) {
                ended = end.await(100, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError("interrupted before all threads had ended", interrupted);
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread failed; " + situation.get(), failure.get());
        }
        if (!ended) {
            throw new AssertionError(end.getCount() + " of " + threads + " threads wait for ever; " + situation.get());
        }
    }
}
