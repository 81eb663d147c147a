package io.baton.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random transactions of all operations, on tables with all types of columns, packed and wide keys, hashed and ordered
 * ones, and indexes of all kinds, by 1 to 64 threads, with bulk inserts, readers of whole tables, other code for the
 * procedures and indexes that come and go among them, with plans of several rows and procedures within others, with
 * aborts, exceptions, errors, wrapped and swallowed conflicts, timeouts, cancels and too little memory: all answers and
 * all contents are those of a model that runs them one after the other.
 */
class RandomModelTest {

    private static final int CALLS = 1_000_000;
    private static final int SLOW_CALLS = 10_000_000;
    private static final int FEW_CALLS = 8_000;
    private static final int[] THREADS = {1, 2, 3, 4, 8, 16, 32, 64};
    private static final int CALLS_PER_RUN = CALLS / THREADS.length;
    private static final int[] LOCK_SLOTS = {1 << 20, 1 << 20, 5_000, 100, 1};

    @Test
    @Timeout(900)
    void oneMillionTransactionsAnswerAsTheModel() throws InterruptedException {
        run(CALLS, 1);
    }

    @Test
    @Tag("slow")
    @Timeout(3000)
    void tenMillionTransactionsAnswerAsTheModel() throws InterruptedException {
        run(SLOW_CALLS, System.nanoTime() >>> 16);
    }

    /** As over several lock servers: no answer tells how many there are. */
    @ParameterizedTest
    @CsvSource({"1, 50, true", "2, 1, false", "2, 1000, true", "3, 50, false", "3, 350000, true"})
    @Timeout(120)
    void transactionsOverSeveralLockTablesAnswerAsTheModel(int tables, int slots, boolean assertions)
            throws InterruptedException {
        final RandomModelRun run = new RandomModelRun(tables, 8, FEW_CALLS, tables, slots, assertions, false);
        assertThat(run.run().committed()).isGreaterThan(FEW_CALLS * 7L / 10);
    }

    private static void run(int calls, long firstSeed) throws InterruptedException {
        long committed = 0;
        long refusedByUnique = 0;
        long refusedByMemory = 0;
        long rowsInserted = 0;
        long rowsRead = 0;
        long wholeRowsRead = 0;
        int catalogChanges = 0;
        for (int i = 0; i < calls / CALLS_PER_RUN; i++) {
            final RandomModelRun run = new RandomModelRun(firstSeed + i, THREADS[i % THREADS.length], CALLS_PER_RUN, 1,
                LOCK_SLOTS[i % LOCK_SLOTS.length], i % 3 == 2, i % 4 == 1);
            final RandomModelRun.Result result = run.run();
            committed += result.committed();
            refusedByUnique += result.refusedByUnique();
            refusedByMemory += result.refusedByMemory();
            rowsInserted += result.rowsInserted();
            rowsRead += result.rowsRead();
            wholeRowsRead += result.wholeRowsRead();
            catalogChanges += result.catalogChanges();
        }
        assertThat(committed).isGreaterThan(calls * 7L / 10);
        assertThat(refusedByUnique).isGreaterThan(calls / 100);
        assertThat(refusedByMemory).isGreaterThan(calls / 1000);
        assertThat(rowsInserted).isGreaterThan(calls / 1000);
        assertThat(rowsRead).isGreaterThan(calls / 100);
        assertThat(wholeRowsRead).isGreaterThan(calls / 100);
        assertThat(catalogChanges).isGreaterThan(calls / CALLS_PER_RUN);
    }
}
