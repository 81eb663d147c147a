package io.baton.engine.attack;

import java.util.List;

/** The model: rows in arrays, scans by looking at all of them. One thread. */
final class ModelCells implements Cells {

    private static final int COLUMNS = 4;
    private static final int A = 0;
    private static final int B = 1;
    private static final int TEXT = 2;
    private static final int VALUE = 3;
    private static final int SORT_SHIFT = 20;

    private final boolean[][] present;
    private final long[][] columns;
    private final long[] places = new long[ModelTable.KEYS];

    ModelCells(List<ModelTable> tables) {
        present = new boolean[tables.size()][ModelTable.KEYS];
        columns = new long[tables.size()][ModelTable.KEYS * COLUMNS];
    }

    long rows(ModelTable table) {
        long rows = 0;
        for (boolean there : present[table.ordinal]) {
            rows += there ? 1 : 0;
        }
        return rows;
    }

    @Override
    public long find(ModelTable table, int key, Reading how) {
        if (!present[table.ordinal][key]) {
            return NONE;
        }
        return how == Reading.EXISTS ? 1 : digest(table, key);
    }

    @Override
    public long update(ModelTable table, int key, int a, int b, int text, long value) {
        if (!present[table.ordinal][key]) {
            return NONE;
        }
        final long before = digest(table, key);
        set(table, key, A, a);
        set(table, key, B, b);
        set(table, key, TEXT, text);
        set(table, key, VALUE, value);
        return before;
    }

    @Override
    public long insert(ModelTable table, int key, int a, int b, int text, long value) {
        if (present[table.ordinal][key]) {
            return NONE;
        }
        present[table.ordinal][key] = true;
        set(table, key, A, a);
        set(table, key, B, b);
        set(table, key, TEXT, text);
        set(table, key, VALUE, value);
        return 1;
    }

    @Override
    public long delete(ModelTable table, int key) {
        final boolean there = present[table.ordinal][key];
        present[table.ordinal][key] = false;
        return there ? 1 : NONE;
    }

    @Override
    public long scan(ModelTable table, int index, ScanOrder order) {
        final int count = collect(table, table.orders.get(index), order);
        java.util.Arrays.sort(places, 0, count);
        long digest = 1;
        final int rows = Math.min(count, order.limit());
        for (int i = 0; i < rows; i++) {
            final int key = (int) places[order.descending() ? count - 1 - i : i] & (1 << SORT_SHIFT) - 1;
            digest = ModelTable.mix(digest ^ digest(table, key));
            columns[table.ordinal][key * COLUMNS + VALUE] += order.addition();
        }
        return digest;
    }

    /** Finds the places in the index, and with them the keys, of all rows in the range. */
    private int collect(ModelTable table, ModelTable.Order index, ScanOrder order) {
        int count = 0;
        for (int key = 0; key < ModelTable.KEYS; key++) {
            if (!present[table.ordinal][key]) {
                continue;
            }
            final long b = get(table, key, B);
            final boolean matches = switch (index) {
                case KEY -> key / ModelTable.LOW_KEYS == order.first();
                case A_B -> get(table, key, A) == order.first();
                case S_B -> get(table, key, TEXT) == order.first();
                case AB -> get(table, key, A) == order.first() && b == order.second();
            };
            final long next = index == ModelTable.Order.KEY ? key % ModelTable.LOW_KEYS : b;
            if (matches && (order.low() < 0 || (next >= order.low() && next <= order.high()))) {
                places[count++] = next << SORT_SHIFT | key;
            }
        }
        return count;
    }

    private long digest(ModelTable table, int key) {
        return ModelTable.digest(key, get(table, key, A), get(table, key, B), (int) get(table, key, TEXT),
            get(table, key, VALUE));
    }

    private long get(ModelTable table, int key, int column) {
        return columns[table.ordinal][key * COLUMNS + column];
    }

    private void set(ModelTable table, int key, int column, long to) {
        if (to >= 0) {
            columns[table.ordinal][key * COLUMNS + column] = to;
        }
    }
}
