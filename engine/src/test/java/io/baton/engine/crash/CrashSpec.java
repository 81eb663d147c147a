package io.baton.engine.crash;

import io.baton.engine.Durability;
import io.baton.storage.TableSchema;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a crash run is like.
 *
 * @param tables how many tables, 2 to 4
 * @param groups how many groups of rows; transactions of one group have an order
 * @param durability what calls wait for
 * @param loaded whether rows are loaded at first
 * @param steps how many steps the run has
 * @param seed gives all that the run draws
 */
record CrashSpec(int tables, int groups, Durability durability, boolean loaded, int steps, long seed) {

    private static final int STEPS_MIN = 4;
    private static final int STEPS_MORE = 8;
    /** Long enough that segments of the log are used again. */
    private static final int STEPS_LONG = 40;
    private static final int LONG_ONE_IN = 12;

    /** Draws one; one in three is asynchronous. */
    static CrashSpec draw(long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final boolean async = random.nextInt(3) == 0;
        return new CrashSpec(2 + random.nextInt(CrashTable.ALL.size() - 1), random.nextBoolean() ? 1 : 3,
            async ? Durability.ASYNC : Durability.GROUP, random.nextInt(3) == 0,
            random.nextInt(LONG_ONE_IN) == 0 ? STEPS_LONG : STEPS_MIN + random.nextInt(STEPS_MORE), random.nextLong());
    }

    List<TableSchema> schemas() {
        return CrashTable.ALL.stream().limit(tables).map(table -> table.schema).toList();
    }
}
