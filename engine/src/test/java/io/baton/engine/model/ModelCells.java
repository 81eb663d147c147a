package io.baton.engine.model;

import java.util.Arrays;
import java.util.List;

/** The model: each row a number in an array, scans by looking at all of them. One thread. */
final class ModelCells implements Cells {

    /**
     * A row, and 0 if there is none.
     *
     * <pre>
     *   63       16 15     11 10      6 5       1   0
     *  +-----------+---------+---------+---------+---+
     *  | value     | s       | b       | a       | 1 |
     *  +-----------+---------+---------+---------+---+
     * </pre>
     */
    private static final int NUMBER_BITS = 5;
    private static final int NUMBER_MASK = (1 << NUMBER_BITS) - 1;
    private static final int VALUE_SHIFT = 1 + 3 * NUMBER_BITS;
    private static final int KEY_BITS = 7;
    private static final int COLUMNS_MAX = 3;
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final List<ModelTable> tables;
    private final long[] rows;
    /** By row, the number of the last transaction before or behind which there was none. */
    private final long[] lastAbsent;
    /** Rows that the transaction has changed, and what they were, in turns. */
    private long[] journal = new long[64];
    private int journalLength;
    private final long[] places = new long[ModelTable.KEYS];
    /** Of a scan: the index's columns, and between which numbers they are. */
    private final int[] columns = new int[COLUMNS_MAX];
    private final int[] low = new int[COLUMNS_MAX];
    private final int[] high = new int[COLUMNS_MAX];

    ModelCells(List<ModelTable> tables) {
        this.tables = tables;
        rows = new long[tables.size() * ModelTable.KEYS];
        lastAbsent = new long[rows.length];
    }

    /** Begins a transaction. */
    void begin() {
        journalLength = 0;
    }

    /**
     * Ends a transaction.
     *
     * @param number of the transaction
     * @param answered whether the caller was answered, so that it is known when it was over
     */
    void commit(long number, boolean answered) {
        for (int i = 0; i < journalLength; i += 2) {
            final int at = (int) journal[i];
            if (!answered) {
                lastAbsent[at] = UNKNOWN;
            } else if (rows[at] == 0 || lastAbsent[at] == UNKNOWN || before(i) == 0) {
                lastAbsent[at] = number;
            }
        }
    }

    /** What a row was before the transaction that has changed it. */
    private long before(int change) {
        for (int i = 0; i < change; i += 2) {
            if (journal[i] == journal[change]) {
                return journal[i + 1];
            }
        }
        return journal[change + 1];
    }

    /**
     * Tells since when there has been a row.
     *
     * @return the number of the last transaction before or behind which there was none, or more than any number
     */
    long lastAbsent(ModelTable table, int key) {
        final int at = row(table, key);
        return rows[at] == 0 ? UNKNOWN : lastAbsent[at];
    }

    /** Takes back what the transaction has done. */
    void rollBack() {
        while (journalLength > 0) {
            journalLength -= 2;
            rows[(int) journal[journalLength]] = journal[journalLength + 1];
        }
    }

    /** Whether no row that the transaction has changed has the same values in a unique index as another. */
    boolean unique() {
        for (int i = 0; i < journalLength; i += 2) {
            final int row = (int) journal[i];
            final ModelTable table = tables.get(row / ModelTable.KEYS);
            for (ModelTable.Index index : table.indexes) {
                if (index.schema().unique() && !index.ofKey() && rows[row] != 0 && shares(table, index, row)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean shares(ModelTable table, ModelTable.Index index, int row) {
        long mask = 1;
        for (int column : index.columns()) {
            if (number(rows[row], column) < table.columns.get(column).first()) {
                return false;
            }
            mask |= (long) NUMBER_MASK << (1 + NUMBER_BITS * column);
        }
        final int first = row - row % ModelTable.KEYS;
        for (int other = first; other < first + ModelTable.KEYS; other++) {
            if (other != row && ((rows[other] ^ rows[row]) & mask) == 0) {
                return true;
            }
        }
        return false;
    }

    long rows(ModelTable table) {
        final int first = row(table, 0);
        return Arrays.stream(rows, first, first + ModelTable.KEYS).filter(row -> row != 0).count();
    }

    @Override
    public long find(ModelTable table, int key, Reading how) {
        final long row = rows[row(table, key)];
        return row == 0 ? NONE : how == Reading.EXISTS ? 1 : digest(table, key, row);
    }

    @Override
    public long readAll(ModelTable table, int[] keys) {
        long digest = 1;
        for (int key : keys) {
            digest = ModelTable.mix(digest ^ find(table, key, Reading.FIND));
        }
        return digest;
    }

    @Override
    public long update(ModelTable table, int key, int a, int b, int s, long value) {
        final int at = row(table, key);
        final long row = rows[at];
        if (row == 0) {
            return NONE;
        }
        set(at, packed(a == SAME ? number(row, ModelTable.A) : a, b == SAME ? number(row, ModelTable.B) : b,
            s == SAME ? number(row, ModelTable.S) : s, value == SAME ? row >>> VALUE_SHIFT : value));
        return digest(table, key, row);
    }

    @Override
    public long insert(ModelTable table, int key, int a, int b, int s, long value) {
        final int at = row(table, key);
        if (rows[at] != 0) {
            return NONE;
        }
        set(at, packed(a, b, s, value));
        return 1;
    }

    @Override
    public long delete(ModelTable table, int key) {
        final int at = row(table, key);
        if (rows[at] == 0) {
            return NONE;
        }
        set(at, 0);
        return 1;
    }

    @Override
    public long scan(ModelTable table, ModelTable.Index index, ScanOrder order) {
        final int count = collect(table, index, order);
        Arrays.sort(places, 0, count);
        long digest = 1;
        final int returned = Math.min(count, order.limit());
        for (int i = 0; i < returned; i++) {
            final int key = (int) places[order.descending() ? count - 1 - i : i] & (1 << KEY_BITS) - 1;
            final int at = row(table, key);
            digest = ModelTable.mix(digest ^ digest(table, key, rows[at]));
            switch (order.act()) {
                case READ -> {
                    // Nothing more.
                }
                case ADD -> set(at, rows[at] + (1L << VALUE_SHIFT));
                case DELETE -> set(at, 0);
            }
        }
        return digest;
    }

    /** Finds the places in the index, and with them the keys, of all rows in the range. */
    private int collect(ModelTable table, ModelTable.Index index, ScanOrder order) {
        final int columnCount = index.columns().size();
        for (int i = 0; i < columnCount; i++) {
            final boolean bound = i < order.bound().size();
            final boolean ranged = i == order.bound().size() && order.form() != Form.NO_RANGE;
            columns[i] = index.columns().get(i);
            low[i] = bound ? order.bound().get(i) : ranged ? order.low() : 0;
            high[i] = bound ? order.bound().get(i) : ranged ? order.high() : NUMBER_MASK;
        }
        int count = 0;
        final int first = row(table, 0);
        for (int key = 0; key < ModelTable.KEYS; key++) {
            final long row = rows[first + key];
            boolean matches = row != 0;
            long place = 0;
            for (int i = 0; matches && i < columnCount; i++) {
                final int number = number(row, key, columns[i]);
                place = place << NUMBER_BITS | number;
                matches = number >= low[i] && number <= high[i];
            }
            if (matches) {
                places[count++] = place << KEY_BITS | key;
            }
        }
        return count;
    }

    private static int number(long row, int key, int column) {
        return switch (column) {
            case ModelTable.HIGH -> key / ModelTable.LOW_KEYS;
            case ModelTable.LOW -> key % ModelTable.LOW_KEYS;
            default -> number(row, column);
        };
    }

    private static int number(long row, int column) {
        return (int) (row >>> (1 + NUMBER_BITS * column)) & NUMBER_MASK;
    }

    private static long packed(int a, int b, int s, long value) {
        return value << VALUE_SHIFT | (long) s << (1 + NUMBER_BITS * ModelTable.S)
            | (long) b << (1 + NUMBER_BITS * ModelTable.B) | (long) a << (1 + NUMBER_BITS * ModelTable.A) | 1;
    }

    private static long digest(ModelTable table, int key, long row) {
        return table.digest(key, number(row, ModelTable.A), number(row, ModelTable.B), number(row, ModelTable.S),
            row >>> VALUE_SHIFT);
    }

    private static int row(ModelTable table, int key) {
        return table.ordinal * ModelTable.KEYS + key;
    }

    private void set(int at, long to) {
        if (journalLength == journal.length) {
            journal = Arrays.copyOf(journal, 2 * journalLength);
        }
        journal[journalLength++] = at;
        journal[journalLength++] = rows[at];
        rows[at] = to;
    }
}
