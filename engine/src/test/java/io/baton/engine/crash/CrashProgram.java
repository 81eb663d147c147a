package io.baton.engine.crash;

import java.util.random.RandomGenerator;

/**
 * What a transaction does: a number for each operation, which has its kind, its table, its row and the seed of its
 * values.
 */
final class CrashProgram {

    /** Inserts a row, or changes some columns of the one that is there. */
    static final int PUT = 0;
    /** Deletes the row, if there is one. */
    static final int REMOVE = 1;
    /** Deletes the row, if there is one, and inserts it anew. */
    static final int REPLACE = 2;

    private static final int KIND_BITS = 2;
    private static final int TABLE_BITS = 4;
    private static final int ID_BITS = 8;
    private static final int SEED_BITS = 40;

    private CrashProgram() {
    }

    /** Draws one: mostly short, for the tables from the second on. */
    static long[] draw(RandomGenerator random, int tables) {
        final long[] operations = new long[random.nextInt(5) == 0 ? 16 : random.nextInt(5)];
        for (int i = 0; i < operations.length; i++) {
            final int kind = random.nextInt(6);
            operations[i] = operation(kind > 3 ? kind - 3 : PUT, 1 + random.nextInt(tables - 1),
                random.nextInt(CrashTable.IDS), random.nextLong(1L << SEED_BITS));
        }
        return operations;
    }

    /** An operation that inserts a row of its own number. */
    static long put(RandomGenerator random, int tables, int id) {
        return operation(PUT, 1 + random.nextInt(tables - 1), id, random.nextLong(1L << SEED_BITS));
    }

    private static long operation(int kind, int table, int id, long seed) {
        return ((seed << ID_BITS | id) << TABLE_BITS | table) << KIND_BITS | kind;
    }

    static int kind(long operation) {
        return (int) operation & (1 << KIND_BITS) - 1;
    }

    static CrashTable table(long operation) {
        return CrashTable.ALL.get((int) (operation >>> KIND_BITS) & ((1 << TABLE_BITS) - 1));
    }

    static int id(long operation) {
        return (int) (operation >>> (KIND_BITS + TABLE_BITS)) & ((1 << ID_BITS) - 1);
    }

    private static long seed(long operation) {
        return operation >>> (KIND_BITS + TABLE_BITS + ID_BITS);
    }

    /** Whether an operation sets a column of a row that is there; in a new row it sets all. */
    static boolean changes(long operation, int column) {
        return (seed(operation) >>> column & 1) == 0;
    }

    /** The seed of the value of a column. */
    static long valueSeed(long operation, int column) {
        return seed(operation) * 31 + column;
    }
}
