package io.baton.engine.attack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random transactions of all operations, on tables with hashed and ordered keys and one to three indexes, by 1 to 64
 * threads, with aborts, exceptions, errors, wrapped and swallowed conflicts, timeouts and cancels: all answers and all
 * contents are those of a model that runs them one after the other.
 */
class RandomModelTest {

    private static final int CALLS = 600_000;
    private static final int SLOW_CALLS = 10_000_000;
    private static final int CALLS_PER_RUN = 250_000;
    private static final int[] THREADS = {1, 2, 3, 4, 8, 16, 32, 64};
    private static final int[] LOCK_SLOTS = {1 << 20, 1 << 20, 5_000, 100, 1};

    @Test
    @Timeout(300)
    void sixHundredThousandTransactionsAnswerAsTheModel() throws InterruptedException {
        run(CALLS, CALLS / THREADS.length, 1);
    }

    @Test
    @Tag("slow")
    @Timeout(3000)
    void tenMillionTransactionsAnswerAsTheModel() throws InterruptedException {
        run(SLOW_CALLS, CALLS_PER_RUN, System.nanoTime());
    }

    private static void run(int calls, int callsPerRun, long firstSeed) throws InterruptedException {
        long committed = 0;
        for (int i = 0; i < calls / callsPerRun; i++) {
            committed += new RandomModelRun(firstSeed + i, THREADS[i % THREADS.length], callsPerRun,
                LOCK_SLOTS[i % LOCK_SLOTS.length], i % 3 == 2).run();
        }
        assertThat(committed).isGreaterThan(calls * 8L / 10);
    }
}
