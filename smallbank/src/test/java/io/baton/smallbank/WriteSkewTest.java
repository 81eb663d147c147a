package io.baton.smallbank;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.testing.workload.Loaded;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The write-skew probe: on one customer, at the same time, a withdrawal from savings, two checks and a look at both
 * balances. Under snapshot isolation the checks miss the withdrawal, and the look can tell. What the four return must
 * be what they return in some order, one after the other.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class WriteSkewTest {

    /** At least; then it goes on until the four have met in two different orders. */
    private static final int ROUNDS = 3_000;
    private static final long LIMIT_NANOS = 30_000_000_000L;
    private static final long SAVED = 100_00;
    private static final long CHECK = 60_00;
    private static final String NAME = CustomerName.of(1);

    /** What one round's transactions returned, and the balances behind it. */
    record Round(long withdrawn, long first, long second, long seen, long savings, long checking) {
    }

    /** A customer's balances, and the four transactions as they are without anybody else. */
    private static final class Alone {

        private final long[] results = new long[4];
        private long savings = SAVED;
        private long checking;

        /** Runs one of the transactions. */
        Alone then(int transaction) {
            switch (transaction) {
                case 0 -> {
                    savings -= SAVED;
                    results[0] = -SAVED;
                }
                case 3 -> results[3] = savings + checking;
                default -> {
                    results[transaction] = -(savings + checking < CHECK ? CHECK + WriteCheck.PENALTY_CENTS : CHECK);
                    checking += results[transaction];
                }
            }
            return this;
        }

        Round round() {
            return new Round(results[0], results[1], results[2], results[3], savings, checking);
        }
    }

    @Test
    void checksAndWithdrawalsHappenInSomeOrder() throws Exception {
        final Set<Round> possible = possible();
        final Set<Round> met = new HashSet<>();
        try (Loaded<SmallBank> loaded = BankFixture.load(new SmallBankConfig(2, 1, 90, 4), 5);
            ExecutorService threads = Executors.newFixedThreadPool(4)) {
            final CyclicBarrier together = new CyclicBarrier(4);
            final long limit = System.nanoTime() + LIMIT_NANOS;
            for (int i = 0; i < ROUNDS || (met.size() < 2 && System.nanoTime() - limit < 0); i++) {
                loaded.set(SavingsTable.TABLE, SavingsTable.key(1), SavingsTable.BALANCE, SAVED);
                loaded.set(CheckingTable.TABLE, CheckingTable.key(1), CheckingTable.BALANCE, 0);
                final Round round = round(loaded, threads, together);
                assertThat(possible).as("round %d", i).contains(round);
                met.add(round);
            }
        }
        assertThat(met).as("different orders met").hasSizeGreaterThan(1);
    }

    /** What snapshot isolation allows is not among what is possible, so the probe would see it. */
    @Test
    void anomalyOfSnapshotsWouldBeSeen() {
        final Set<Round> possible = possible();
        assertThat(possible).contains(new Round(-SAVED, -CHECK, -CHECK - 1_00, SAVED, 0, -2 * CHECK - 1_00));
        // The look has seen the withdrawal and no check, and yet a check was cashed as if it were covered.
        assertThat(possible).doesNotContain(new Round(-SAVED, -CHECK, -CHECK - 1_00, 0, 0, -2 * CHECK - 1_00));
        // Neither check has seen the other.
        assertThat(possible).doesNotContain(new Round(-SAVED, -CHECK, -CHECK, SAVED, 0, -2 * CHECK));
        // One check has overwritten the other.
        assertThat(possible).doesNotContain(new Round(-SAVED, -CHECK, -CHECK, SAVED, 0, -CHECK));
    }

    private static Round round(Loaded<SmallBank> loaded, ExecutorService threads, CyclicBarrier together)
            throws Exception {
        final List<Callable<Long>> calls = List.of(
            () -> call(loaded, together, "TransactSavings", NAME, -SAVED),
            () -> call(loaded, together, "WriteCheck", NAME, CHECK),
            () -> call(loaded, together, "WriteCheck", NAME, CHECK),
            () -> call(loaded, together, "Balance", NAME));
        final List<Long> results = new ArrayList<>();
        for (final Future<Long> result : threads.invokeAll(calls)) {
            results.add(result.get());
        }
        return new Round(results.get(0), results.get(1), results.get(2), results.get(3),
            BankFixture.savings(loaded, 1), BankFixture.checking(loaded, 1));
    }

    private static long call(Loaded<SmallBank> loaded, CyclicBarrier together, String name, Object... arguments)
            throws Exception {
        final Procedure<?> procedure = loaded.engine().procedure(name);
        try (Session session = loaded.engine().session()) {
            together.await();
            return (Long) session.call(procedure, arguments);
        }
    }

    /** All that can come out, from all orders of the four. */
    private static Set<Round> possible() {
        final Set<Round> possible = new HashSet<>();
        for (int a = 0; a < 4; a++) {
            for (int b = 0; b < 4; b++) {
                for (int c = 0; c < 4; c++) {
                    final int d = 6 - a - b - c;
                    if (a != b && a != c && b != c) {
                        possible.add(new Alone().then(a).then(b).then(c).then(d).round());
                    }
                }
            }
        }
        return possible;
    }
}
