package io.baton.tpcc;

import io.baton.tpcc.random.GeneratorSeeds;
import io.baton.tpcc.random.LastNames;
import io.baton.tpcc.random.NuRand;
import io.baton.tpcc.schema.Scale;
import java.util.SplittableRandom;
import org.agrona.concurrent.EpochClock;

/** Draws the inputs of one terminal's transactions (clauses 2.4.1, 2.5.1, 2.6.1, 2.7.1, 2.8.1). One thread. */
final class InputSource {

    /** The number of no item (clause 2.4.1.5). */
    static final int UNUSED_ITEM = Scale.ITEMS + 1;

    private static final int THINK_MEANS_MAX = 10;

    private final SplittableRandom random;
    private final NuRand nuRand;
    private final LastNames lastNames;
    private final int warehouses;
    private final int home;
    private final int stockDistrict;
    private final HistoryIds historyIds;
    /** The lines of orders, one array for each number of lines; reused, as they are done with at the next draw. */
    private final int[][] items = new int[Scale.LINES_MAX + 1][];
    private final int[][] suppliers = new int[Scale.LINES_MAX + 1][];
    private final int[][] quantities = new int[Scale.LINES_MAX + 1][];
    private long historyId;

    /** The warehouse and district of a terminal stay the same (clauses 2.4.1.1 and 2.8.1.1). */
    InputSource(TpccConfig config, int number, NuRand nuRand, LastNames lastNames, HistoryIds historyIds) {
        this.random = new SplittableRandom(GeneratorSeeds.of(config.seed(), GeneratorSeeds.Use.TERMINAL, number));
        this.nuRand = nuRand;
        this.lastNames = lastNames;
        this.warehouses = config.warehouses();
        this.home = number % warehouses + 1;
        this.stockDistrict = number / warehouses % Scale.DISTRICTS + 1;
        this.historyIds = historyIds;
        for (int lines = Scale.LINES_MIN; lines <= Scale.LINES_MAX; lines++) {
            items[lines] = new int[lines];
            suppliers[lines] = new int[lines];
            quantities[lines] = new int[lines];
        }
    }

    TransactionType nextType() {
        return TransactionType.atPercentile(random.nextInt(100));
    }

    Object[] next(TransactionType type, EpochClock clock) {
        return switch (type) {
            case NEW_ORDER -> nextNewOrder(clock.time());
            case PAYMENT -> nextPayment(clock.time());
            case ORDER_STATUS -> nextOrderStatus();
            case DELIVERY -> nextDelivery(clock.time());
            case STOCK_LEVEL -> nextStockLevel();
        };
    }

    /** Draws from a negative exponential distribution, cut off at ten times its mean (clause 5.2.5.4). */
    long nextThinkNanos(TransactionType type) {
        final double means = Math.min(THINK_MEANS_MAX, -Math.log(1 - random.nextDouble()));
        return (long) (means * type.meanThinkNanos());
    }

    /** The arrays are good until the next draw. */
    Object[] nextNewOrder(long nowMillis) {
        final long district = nextDistrict();
        final long customer = nuRand.nextCustomer(random);
        final int lines = between(Scale.LINES_MIN, Scale.LINES_MAX);
        final boolean rollBack = percent(1);
        drawLines(items[lines], suppliers[lines], quantities[lines]);
        if (rollBack) {
            items[lines][lines - 1] = UNUSED_ITEM;
        }
        return new Object[] {(long) home, district, customer, items[lines], suppliers[lines], quantities[lines],
            nowMillis};
    }

    private void drawLines(int[] itemsOfOrder, int[] suppliersOfOrder, int[] quantitiesOfOrder) {
        for (int i = 0; i < itemsOfOrder.length; i++) {
            itemsOfOrder[i] = nuRand.nextItem(random);
            suppliersOfOrder[i] = percent(1) ? nextRemote() : home;
            quantitiesOfOrder[i] = between(1, 10);
        }
    }

    Object[] nextPayment(long nowMillis) {
        final long district = nextDistrict();
        final boolean remote = percent(15);
        final long customerWarehouse = remote ? nextRemote() : home;
        final long customerDistrict = remote ? nextDistrict() : district;
        final boolean byName = percent(60);
        final long customer = byName ? 0 : nuRand.nextCustomer(random);
        final String last = byName ? lastNames.get(nuRand.nextLastName(random)) : "";
        final long amount = between(1_00, 5_000_00);
        return new Object[] {(long) home, district, customerWarehouse, customerDistrict, customer, last, amount,
            nextHistoryId(), nowMillis};
    }

    Object[] nextOrderStatus() {
        final long district = nextDistrict();
        final boolean byName = percent(60);
        final long customer = byName ? 0 : nuRand.nextCustomer(random);
        final String last = byName ? lastNames.get(nuRand.nextLastName(random)) : "";
        return new Object[] {(long) home, district, customer, last};
    }

    Object[] nextDelivery(long nowMillis) {
        return new Object[] {(long) home, (long) between(1, 10), nowMillis};
    }

    Object[] nextStockLevel() {
        return new Object[] {(long) home, (long) stockDistrict, (long) between(10, 20)};
    }

    private long nextHistoryId() {
        if (historyId % HistoryIds.BLOCK == 0) {
            historyId = historyIds.nextBlock();
        }
        return historyId++;
    }

    private long nextDistrict() {
        return between(1, Scale.DISTRICTS);
    }

    /** Another warehouse than the home, if there is one. */
    private int nextRemote() {
        if (warehouses == 1) {
            return home;
        }
        final int other = between(1, warehouses - 1);
        return other < home ? other : other + 1;
    }

    private boolean percent(int chance) {
        return random.nextInt(100) < chance;
    }

    private int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }
}
