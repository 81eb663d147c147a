package io.baton.storage.steady;

import java.util.Arrays;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A thread that cannot be interrupted, not even by those who interrupt all threads of a group or a pool. */
public final class SteadyThread extends Thread {
    // All interrupts come through Thread.interrupt, which sets the flag and closes the channel that the thread is in.
    // Where it does nothing, there is no moment at which an interrupt could come in between.

    /** Work that may be done by another thread than the caller's. */
    @FunctionalInterface
    public interface Work<T extends @Nullable Object, X extends Exception> {
        /** Does it. */
        T run() throws X;
    }

    /** The result of another thread's work. */
    private static final class Result<T extends @Nullable Object, X extends Exception> implements Runnable {
        private final Work<T, X> work;
        private @Nullable T value;
        private @Nullable Throwable failure;

        Result(Work<T, X> work) {
            this.work = work;
        }

        @Override
        public void run() {
            try {
                value = work.run();
            } catch (Throwable e) {
                failure = e;
            }
        }

        /** Returns what the work has returned, or throws what it has thrown. */
        @SuppressWarnings({"unchecked", "NullAway"}) // It throws no other, and its value is null only where T may be.
        T get() throws X {
            if (failure instanceof Error e) {
                // Of some there is one for all threads, and the heap may be full.
                throw e;
            }
            if (failure != null) {
                final StackTraceElement[] caller = Thread.currentThread().getStackTrace();
                // Without getStackTrace itself and this method; what cannot be written keeps its own trace.
                failure.setStackTrace(Stream
                    .concat(Arrays.stream(failure.getStackTrace()), Arrays.stream(caller).skip(2))
                    .toArray(StackTraceElement[]::new));
                if (failure instanceof RuntimeException e) {
                    throw e;
                }
                throw (X) failure;
            }
            return value;
        }
    }

    /** Within a promise that nobody interrupts the thread. */
    private static final ScopedValue<Boolean> PROMISED = ScopedValue.newInstance();

    private SteadyThread(Runnable work, String name) {
        super(work, name);
        setDaemon(true);
    }

    /** Does nothing. */
    @Override
    public void interrupt() {
        // Interrupts of this thread are meant for another one.
    }

    /** Returns a factory of daemon threads with one name, or with a number behind it if that ends in a dash. */
    public static ThreadFactory factory(String name) {
        if (!name.endsWith("-")) {
            return work -> new SteadyThread(work, name);
        }
        final AtomicLong next = new AtomicLong();
        return work -> new SteadyThread(work, name + next.getAndIncrement());
    }

    /**
     * Runs work on the calling thread as if it were such a thread. Nobody interrupts it meanwhile: that is the caller's
     * promise, for threads of which it knows all, as those of a simulation.
     */
    public static void promised(Runnable work) {
        ScopedValue.where(PROMISED, true).run(work);
    }

    /** Returns whether the calling thread is one. */
    static boolean isCurrent() {
        return Thread.currentThread() instanceof SteadyThread || PROMISED.isBound();
    }

    /**
     * Does work on a thread that cannot be interrupted: on the calling one if it is such a thread, else on another,
     * for which the calling one waits. An interrupt does not end the wait; the calling thread has it again afterwards.
     * The work must not need a lock that the calling thread holds.
     *
     * @return what the work has returned
     * @throws X what the work has thrown, with the callers of both threads in its stack trace
     */
    public static <T extends @Nullable Object, X extends Exception> T call(Work<T, X> work) throws X {
        if (isCurrent()) {
            return work.run();
        }
        final Result<T, X> result = new Result<>(work);
        final SteadyThread thread = new SteadyThread(result, "baton-file");
        thread.start();
        awaitEnd(thread);
        return result.get();
    }

    private static void awaitEnd(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
