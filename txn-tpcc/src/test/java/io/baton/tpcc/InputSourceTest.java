package io.baton.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.baton.tpcc.random.LastNames;
import io.baton.tpcc.random.NuRand;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Inputs have the ranges and the shares of clauses 2.4.1 to 2.8.1 and 5.2. */
@Timeout(30)
final class InputSourceTest {

    private static final int DRAWS = 200_000;
    private static final long NOW = 5;

    private final NuRand nuRand = NuRand.of(1);

    private InputSource source(int warehouses, int number) {
        return new InputSource(new TpccConfig(warehouses, 11, true), number, nuRand, new LastNames(), new HistoryIds());
    }

    @Test
    void warehousesHaveBounds() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TpccConfig(0, 1, false))
            .withMessageContaining("1 to 4096");
        assertThatIllegalArgumentException().isThrownBy(() -> new TpccConfig(4_097, 1, false));
    }

    @Test
    void typesComeInTheirShares() {
        final Map<TransactionType, Integer> counts = new EnumMap<>(TransactionType.class);
        final InputSource source = source(1, 0);
        for (int i = 0; i < DRAWS; i++) {
            counts.merge(source.nextType(), 1, Integer::sum);
        }
        counts.forEach((type, count) -> assertThat(100.0 * count / DRAWS).as(type.label())
            .isCloseTo(type.percent(), within(0.5)));
        assertThat(counts).hasSize(5);
    }

    @Test
    void newOrdersHaveTheirShares() {
        final InputSource source = source(3, 4);
        int lines = 0;
        int remote = 0;
        int rollBacks = 0;
        for (int i = 0; i < DRAWS; i++) {
            final Object[] input = source.nextNewOrder(NOW);
            final int[] items = (int[]) input[3];
            final int[] suppliers = (int[]) input[4];
            final int[] quantities = (int[]) input[5];
            assertThat(input[0]).isEqualTo(2L);
            check((Long) input[1], 1, 10);
            check((Long) input[2], 1, 3_000);
            check(items.length, 5, 15);
            rollBacks += items[items.length - 1] == InputSource.UNUSED_ITEM ? 1 : 0;
            lines += items.length;
            for (int line = 0; line < items.length; line++) {
                check(items[line], 1, line == items.length - 1 ? InputSource.UNUSED_ITEM : 100_000);
                check(suppliers[line], 1, 3);
                check(quantities[line], 1, 10);
                remote += suppliers[line] == 2 ? 0 : 1;
            }
        }
        assertThat((double) lines / DRAWS).isCloseTo(10, within(0.05));
        assertThat(100.0 * remote / lines).isCloseTo(1, within(0.1));
        assertThat(100.0 * rollBacks / DRAWS).isCloseTo(1, within(0.1));
    }

    @Test
    void paymentsHaveTheirShares() {
        final InputSource source = source(3, 0);
        final Set<Object> historyIds = new HashSet<>();
        int remote = 0;
        int named = 0;
        for (int i = 0; i < DRAWS; i++) {
            final Object[] input = source.nextPayment(NOW);
            check((Long) input[1], 1, 10);
            check((Long) input[3], 1, 10);
            check((Long) input[6], 1_00, 5_000_00);
            if (input[2].equals(1L)) {
                assertThat(input[3]).isEqualTo(input[1]);
            } else {
                remote++;
            }
            if (input[4].equals(0L)) {
                named++;
                assertThat(input[5]).isNotEqualTo("");
            } else {
                check((Long) input[4], 1, 3_000);
            }
            historyIds.add(input[7]);
        }
        assertThat(100.0 * remote / DRAWS).isCloseTo(15, within(0.5));
        assertThat(100.0 * named / DRAWS).isCloseTo(60, within(0.5));
        assertThat(historyIds).hasSize(DRAWS).doesNotContain(3_000L);
    }

    @Test
    void nothingIsRemoteWithOneWarehouse() {
        final InputSource source = source(1, 5);
        for (int i = 0; i < DRAWS / 10; i++) {
            assertThat((int[]) source.nextNewOrder(NOW)[4]).containsOnly(1);
            assertThat(source.nextPayment(NOW)[2]).isEqualTo(1L);
        }
    }

    @Test
    void otherInputsHaveTheirRanges() {
        final InputSource source = source(2, 7);
        int named = 0;
        for (int i = 0; i < DRAWS; i++) {
            final Object[] status = source.nextOrderStatus();
            check((Long) status[1], 1, 10);
            named += status[2].equals(0L) ? 1 : 0;
            check((Long) source.nextDelivery(NOW)[1], 1, 10);
            final Object[] level = source.nextStockLevel();
            assertThat(level[0]).isEqualTo(2L);
            assertThat(level[1]).isEqualTo(4L);
            check((Long) level[2], 10, 20);
        }
        assertThat(100.0 * named / DRAWS).isCloseTo(60, within(0.5));
    }

    @Test
    void thinkTimesAreExponentialAndCutOff() {
        final InputSource source = source(1, 0);
        double sum = 0;
        for (int i = 0; i < DRAWS; i++) {
            final long nanos = source.nextThinkNanos(TransactionType.NEW_ORDER);
            check(nanos, 0, 120_000_000_000L);
            sum += nanos / 1e9;
        }
        assertThat(sum / DRAWS).isCloseTo(12, within(0.15));
    }

    private static void check(long value, long low, long high) {
        if (value < low || value > high) {
            throw new AssertionError(value + " is not in [" + low + ", " + high + "]");
        }
    }
}
