package io.baton.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.Engine;
import io.baton.engine.Session;
import io.baton.testing.workload.Loaded;
import io.baton.testing.workload.MixRun;
import io.baton.testing.workload.WorkloadContract;
import io.baton.workload.RunLength;
import io.baton.workload.TransactionEnd;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Terminals at work in assertion mode; afterwards all conditions hold and nothing has failed. */
final class MixTest extends WorkloadContract {

    private static final int TRANSACTIONS = 6_000;

    MixTest() {
        super(new TpccWorkload(), Map.of(TpccWorkload.WAREHOUSES, 1L, TpccWorkload.THINK, 1L), 2_000);
    }

    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({"1, 1, 1", "2, 2, 3", "1, 64, 4"})
    void conditionsHoldAfterTheMix(int warehouses, int clients, long seed) {
        mix(warehouses, clients, seed, TRANSACTIONS);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 2, 2", "2, 2, 3", "1, 64, 4", "2, 64, 5"})
    void conditionsHoldAfterALongerMix(int warehouses, int clients, long seed) {
        mix(warehouses, clients, seed, 2 * TRANSACTIONS);
    }

    private static void mix(int warehouses, int clients, long seed, int transactions) {
        try (Loaded<Tpcc> loaded = TpccFixture.load(warehouses, clients, seed)) {
            final MixRun run = MixRun.of(loaded.engine(), loaded.workload(), clients, transactions);
            assertThat(run.failures()).as("seed %d", seed).isEmpty();
            assertThat(run.ended(TransactionEnd.ROLLED_BACK)).isBetween(1L, transactions / 100L);
            assertThat(TransactionType.values()).allMatch(type -> run.executed(type) > 100);
            assertThat(loaded.workload().check(false)).hasSize(11);
            loaded.assertSound(false, "seed " + seed);
        }
    }

    @Test
    void pausesAreThoseOfTheTypeOrNone() {
        try (Engine engine = Tpcc.addTables(Engine.builder(), 1, 0).open(); Session session = engine.session()) {
            final Tpcc tpcc = new Tpcc(engine, new TpccConfig(1, 9, true));
            final TpccTerminal terminal = tpcc.terminal(session, 0);
            assertThatIllegalStateException().isThrownBy(terminal::keyingNanos)
                .withMessageContaining("call next() first");
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
            assertThat(terminal.execute()).isEqualTo(TransactionEnd.FAILED);
            assertThat(terminal.lastFailure()).contains("table warehouse has no row with key (w_id=1)");
        }
    }

    @Test
    void tablesAreLaidOutForTheLengthOfTheRun() {
        final Duration second = Duration.ofSeconds(1);
        final long uncounted = RunLength.UNCOUNTED;
        final long perSecond = TpccWorkload.ordersExpected(new RunLength(Duration.ZERO, Duration.ZERO, uncounted));
        assertThat(perSecond).isPositive();
        assertThat(TpccWorkload.ordersExpected(new RunLength(second, second, uncounted))).isEqualTo(3 * perSecond);
        assertThat(TpccWorkload.ordersExpected(new RunLength(second, Duration.ofHours(24), 500)))
            .isEqualTo(2 * perSecond + 500);
        assertThat(TpccWorkload.ordersExpected(new RunLength(second, Duration.ofHours(24), uncounted)))
            .isBetween(perSecond, 2_000_000L);
    }
}
