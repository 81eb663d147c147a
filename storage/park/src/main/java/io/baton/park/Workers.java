package io.baton.park;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Does work that is cut into pieces on several threads, which end with it. Thread-safe. */
public final class Workers {

    private final ThreadFactory threads;
    private final int count;
    private final Parking parking;

    /**
     * Makes workers; threads are made for each {@link Work}.
     *
     * @param threads makes them
     * @param count how many at most, 1 or more
     * @param parking how others wait for them
     */
    public Workers(ThreadFactory threads, int count, Parking parking) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " threads: give 1 or more");
        }
        this.threads = threads;
        this.count = count;
        this.parking = parking;
    }

    /**
     * Does all pieces and waits until all have ended, whatever some of them throw. No interrupt shortens the wait: the
     * memory that they work on must not go before they end.
     *
     * @return what the first piece in the list has thrown that has thrown anything; null if none has
     */
    public @Nullable Throwable run(List<? extends Callable<?>> pieces) {
        final Work work = start(pieces);
        work.awaitEnd();
        return work.failure();
    }

    /**
     * Begins to do pieces, in the order of the list.
     *
     * @throws RuntimeException or an Error if a thread cannot be started; then those that were have ended
     */
    public Work start(List<? extends Callable<?>> pieces) {
        final Work work = new Work(List.copyOf(pieces), parking);
        boolean complete = false;
        try {
            for (int i = 0; i < Math.min(count, pieces.size()); i++) {
                final Thread thread = threads.newThread(work::run);
                // Remembered first, as its end is waited for whatever happens; one that never starts has ended.
                work.threads.add(thread);
                thread.start();
            }
            complete = true;
        } finally {
            if (!complete) {
                work.cancel();
            }
        }
        return work;
    }

    /** Work under way. Its owner is one thread at a time. */
    public static final class Work {

        private final List<? extends Callable<?>> pieces;
        private final Parking parking;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicReferenceArray<@Nullable Throwable> failures;
        /** Those that were not seen to have ended. The owner's. */
        private final Queue<Thread> threads = new ArrayDeque<>();
        private volatile boolean cancelled;

        private Work(List<? extends Callable<?>> pieces, Parking parking) {
            this.pieces = pieces;
            this.parking = parking;
            this.failures = new AtomicReferenceArray<>(pieces.size());
        }

        private void run() {
            int piece = next.getAndIncrement();
            while (piece < pieces.size() && !cancelled) {
                try {
                    pieces.get(piece).call();
                } catch (Throwable e) {
                    failures.set(piece, e);
                }
                piece = next.getAndIncrement();
            }
        }

        /** Waits until all threads have ended. An interrupt does not end that; the caller has it again afterwards. */
        public void awaitEnd() {
            while (!threads.isEmpty()) {
                parking.awaitEnd(threads.element());
                threads.remove();
            }
        }

        /**
         * Waits until all threads have ended.
         *
         * @param nanos how long at most for each of them
         * @return false if one has not ended in this time
         * @throws InterruptedException if the calling thread is interrupted
         */
        public boolean awaitEnd(long nanos) throws InterruptedException {
            while (!threads.isEmpty()) {
                if (!parking.join(threads.element(), nanos)) {
                    return false;
                }
                threads.remove();
            }
            return true;
        }

        /** Returns what the first piece in the list has thrown that has thrown anything so far; null if none has. */
        public @Nullable Throwable failure() {
            for (int i = 0; i < failures.length(); i++) {
                final Throwable failure = failures.get(i);
                if (failure != null) {
                    return failure;
                }
            }
            return null;
        }

        /** Begins no more pieces, interrupts those under way, and waits for their end. */
        public void cancel() {
            cancelled = true;
            threads.forEach(Thread::interrupt);
            awaitEnd();
        }
    }
}
