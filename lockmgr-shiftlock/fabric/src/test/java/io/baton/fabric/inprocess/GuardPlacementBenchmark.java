package io.baton.fabric.inprocess;

import java.util.Locale;
import java.util.SplittableRandom;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What the place of the guard costs: in the line that it guards, or in an array of its own. One operation is two
 * changes of a random entry under its guard, as a lock's acquire and release are. Prints nanoseconds per operation.
 */
@Tag("slow")
class GuardPlacementBenchmark {

    private static final int OPERATIONS = 4_000_000;
    private static final int ROUNDS = 5;

    @Test
    @Timeout(300)
    void printsNanosPerOperation() throws InterruptedException {
        System.out.println("entries threads  in the line  own array, 4 bytes each  4,096 guards of a line each");
        for (int entries : new int[] {1_000, 1_000_000}) {
            for (int threads : new int[] {1, 2}) {
                System.out.printf(Locale.ROOT, "%7d %7d %12.1f %24.1f %28.1f%n", entries, threads,
                    best(new Layout(entries, Guards.IN_THE_LINE), threads),
                    best(new Layout(entries, Guards.ONE_EACH), threads),
                    best(new Layout(entries, Guards.STRIPED), threads));
            }
        }
    }

    private static double best(Layout layout, int threads) throws InterruptedException {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            final Thread[] workers = new Thread[threads];
            final long begin = System.nanoTime();
            for (int t = 0; t < threads; t++) {
                final long seed = round * 100L + t;
                workers[t] = Thread.ofPlatform().start(() -> layout.work(seed));
            }
            for (Thread worker : workers) {
                worker.join();
            }
            best = Math.min(best, (System.nanoTime() - begin) / (double) OPERATIONS);
        }
        return best;
    }

    private enum Guards { IN_THE_LINE, ONE_EACH, STRIPED }

    private static final class Layout {
        private final int entries;
        private final Guards kind;
        private final UnsafeBuffer memory;
        private final UnsafeBuffer guards;

        Layout(int entries, Guards kind) {
            this.entries = entries;
            this.kind = kind;
            this.memory = new UnsafeBuffer(BufferUtil.allocateDirectAligned((entries / 3 + 1) * 64, 64));
            this.guards = new UnsafeBuffer(BufferUtil.allocateDirectAligned(Math.max(entries * 4, 4096 * 64), 64));
        }

        void work(long seed) {
            final SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < OPERATIONS; i++) {
                final int entry = random.nextInt(entries);
                change(entry);
                change(entry);
            }
        }

        private void change(int entry) {
            final int line = entry / 3;
            final int offset = kind == Guards.IN_THE_LINE ? line * 64 + (entry - line * 3) * 16 : entry * 16;
            final UnsafeBuffer guardBuffer = kind == Guards.IN_THE_LINE ? memory : guards;
            final int guard = switch (kind) {
                case IN_THE_LINE -> line * 64 + 48;
                case ONE_EACH -> entry * 4;
                case STRIPED -> (entry & 4095) * 64;
            };
            final boolean watched = SpinLatch.lock(guardBuffer, guard);
            memory.putLongRelease(offset, memory.getLong(offset) + 1);
            memory.putLongRelease(offset + 8, memory.getLong(offset + 8) + 1);
            SpinLatch.unlock(guardBuffer, guard, watched);
        }
    }
}
