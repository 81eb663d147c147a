package io.baton.testing;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Runs a task on many threads that begin together. Throws what goes wrong in one of them, and says what the situation
 * is if they do not end in time.
 */
public final class Crew {

    private static final long LIMIT_SECONDS = 40;

    private Crew() {
    }

    /** What each thread does. */
    @FunctionalInterface
    public interface Task {

        /**
         * Does it.
         *
         * @param index the thread's number, from 0
         * @throws Exception if something goes wrong, which fails the test
         */
        void run(int index) throws Exception;
    }

    /**
     * Runs a task on many threads and waits for all of them, or for the first that fails.
     *
     * @param threads how many
     * @param virtual whether they are virtual threads
     * @param task what each does
     * @throws AssertionError if a thread throws, or does not end within 40 seconds
     */
    public static void run(int threads, boolean virtual, Task task) {
        run(threads, virtual, () -> "", task);
    }

    /**
     * Runs a task on many threads and waits for all of them, or for the first that fails.
     *
     * @param threads how many
     * @param virtual whether they are virtual threads
     * @param situation asked for the state of what is tested if something goes wrong
     * @param task what each does
     * @throws AssertionError if a thread throws, or does not end within 40 seconds
     */
    public static void run(int threads, boolean virtual, Supplier<String> situation, Task task) {
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
        final boolean ended = await(end, failure);
        if (failure.get() != null) {
            throw new AssertionError("a thread failed" + detail(situation), failure.get());
        }
        if (!ended) {
            throw new AssertionError(end.getCount() + " of " + threads + " threads did not end within "
                + LIMIT_SECONDS + " s" + detail(situation));
        }
    }

    /** Whether all have ended, and neither has one failed nor has the time passed before that. */
    private static boolean await(CountDownLatch end, AtomicReference<Throwable> failure) {
        boolean ended = false;
        try {
            for (long i = 0; i < LIMIT_SECONDS * 10 && !ended && failure.get() == null; i++) {
                ended = end.await(100, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError("interrupted before all threads had ended", interrupted);
        }
        return ended;
    }

    private static String detail(Supplier<String> situation) {
        final String text = situation.get();
        return text.isEmpty() ? "" : "; " + text;
    }
}
