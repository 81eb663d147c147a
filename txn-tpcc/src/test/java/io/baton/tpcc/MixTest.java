package io.baton.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.Engine;
import io.baton.engine.LockKind;
import io.baton.engine.Session;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Terminals at work in assertion mode; afterwards all conditions hold and nothing has failed. */
@Timeout(60)
final class MixTest {

    private static final int TRANSACTIONS = 12_000;

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 2, 2", "2, 2, 3", "1, 64, 4", "2, 64, 5"})
    void conditionsHoldAfterTheMix(int warehouses, int clients, long seed) throws Exception {
        try (Loaded loaded = new Loaded(warehouses, clients, seed)) {
            final List<Callable<Tally>> terminals = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                final int number = i;
                terminals.add(() -> run(loaded.engine, loaded.tpcc, number, TRANSACTIONS / clients));
            }
            final Tally total = new Tally();
            // As many threads as processors run on their own; more than that are virtual ones.
            try (ExecutorService executor = clients > 2
                    ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newFixedThreadPool(clients)) {
                for (Future<Tally> tally : executor.invokeAll(terminals)) {
                    total.add(tally.get());
                }
            }
            assertThat(total.failures).as("seed %d", seed).isEmpty();
            assertThat(total.outcomes.get(TerminalOutcome.ROLLED_BACK)).isBetween(1, TRANSACTIONS / 100);
            assertThat(total.types.values()).allMatch(count -> count > 100);
            assertThat(loaded.tpcc.check(false)).as("seed %d", seed).hasSize(11)
                .allSatisfy((condition, result) -> assertThat(result).isEqualTo(new ConditionResult(true, "")));
        }
    }

    @Test
    void oneClientNeedsNoLocks() throws InterruptedException, ExecutionException {
        try (Engine engine = Tpcc.addTables(Engine.builder(), 1, 10_000).locks(LockKind.NONE).clients(1).open()) {
            final Tpcc tpcc = new Tpcc(engine, new TpccConfig(1, 9, true));
            tpcc.load(rows -> { });
            assertThat(run(engine, tpcc, 0, 2_000).failures).isEmpty();
            assertThat(tpcc.check(false).values()).containsOnly(new ConditionResult(true, ""));
        }
    }

    @Test
    void pausesAreThoseOfTheTypeOrNone() {
        try (Engine engine = Tpcc.addTables(Engine.builder(), 1, 0).open(); Session session = engine.session()) {
            final Tpcc tpcc = new Tpcc(engine, new TpccConfig(1, 9, true));
            final TpccTerminal terminal = tpcc.terminal(session, 0);
            assertThatIllegalStateException().isThrownBy(terminal::execute).withMessageContaining("call next() first");
            final Map<TransactionType, Long> seconds = new EnumMap<>(TransactionType.class);
            for (int i = 0; i < 1_000; i++) {
                seconds.put(terminal.next(), terminal.keyingNanos() / 1_000_000_000);
                assertThat(terminal.thinkNanos()).isPositive();
            }
            assertThat(seconds).isEqualTo(Map.of(TransactionType.NEW_ORDER, 18L, TransactionType.PAYMENT, 3L,
                TransactionType.ORDER_STATUS, 2L, TransactionType.DELIVERY, 2L, TransactionType.STOCK_LEVEL, 2L));
        }
    }

    @Test
    void seedAndNumberGiveTheInputs() {
        try (Engine engine = Tpcc.addTables(Engine.builder(), 3, 0).open(); Session session = engine.session()) {
            final Tpcc tpcc = new Tpcc(engine, new TpccConfig(3, 9, false), () -> 1);
            final TpccTerminal one = tpcc.terminal(session, 4);
            final TpccTerminal same = tpcc.terminal(session, 4);
            final TpccTerminal other = tpcc.terminal(session, 7);
            int different = 0;
            for (int i = 0; i < 1_000; i++) {
                final TransactionType type = one.next();
                assertThat(same.next()).isEqualTo(type);
                different += other.next() == type ? 0 : 1;
                assertThat(one.keyingNanos() + one.thinkNanos()).isZero();
                assertThat(one.arguments()[0]).isEqualTo(2L);
                if (type != TransactionType.PAYMENT) {
                    assertThat(Arrays.deepEquals(same.arguments(), one.arguments())).isTrue();
                }
            }
            assertThat(different).isGreaterThan(300);
        }
    }

    @Test
    void failureTellsWhy() {
        try (Engine engine = Tpcc.addTables(Engine.builder(), 1, 0).open(); Session session = engine.session()) {
            final TpccTerminal terminal = new Tpcc(engine, new TpccConfig(1, 9, false)).terminal(session, 0);
            assertThat(terminal.lastFailure()).isEmpty();
            while (terminal.next() != TransactionType.NEW_ORDER) {
                assertThat(terminal.lastFailure()).isEmpty();
            }
            assertThat(terminal.execute()).isEqualTo(TerminalOutcome.FAILED);
            assertThat(terminal.lastFailure()).contains("NewOrder failed").contains("table warehouse");
        }
    }

    private static Tally run(Engine engine, Tpcc tpcc, int number, int transactions) {
        final Tally tally = new Tally();
        try (Session session = engine.session()) {
            final TpccTerminal terminal = tpcc.terminal(session, number);
            for (int i = 0; i < transactions; i++) {
                tally.types.merge(terminal.next(), 1, Integer::sum);
                final TerminalOutcome outcome = terminal.execute();
                tally.outcomes.merge(outcome, 1, Integer::sum);
                if (outcome == TerminalOutcome.FAILED) {
                    tally.failures.add(terminal.lastFailure());
                }
            }
        }
        return tally;
    }

    /** What terminals have done. */
    private static final class Tally {
        private final Map<TransactionType, Integer> types = new EnumMap<>(TransactionType.class);
        private final Map<TerminalOutcome, Integer> outcomes = new EnumMap<>(TerminalOutcome.class);
        private final List<String> failures = new ArrayList<>();

        void add(Tally other) {
            other.types.forEach((type, count) -> types.merge(type, count, Integer::sum));
            other.outcomes.forEach((outcome, count) -> outcomes.merge(outcome, count, Integer::sum));
            failures.addAll(other.failures);
        }
    }
}
