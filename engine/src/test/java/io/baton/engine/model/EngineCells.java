package io.baton.engine.model;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.DuplicateKeyException;
import io.baton.storage.IndexSchema;
import io.baton.storage.MissingRowException;
import io.baton.storage.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The cells of a transaction of the engine. */
final class EngineCells implements Cells {

    private final Transaction transaction;
    /** How many operations there are until the trap is run; none if negative. */
    private int operationsLeft;
    private final Runnable trap;
    /** The index prefixes that gain or lose rows. */
    private final List<Prefix> prefixes = new ArrayList<>();

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Prefix(IndexSchema index, @Nullable Object[] values) {
    }

    EngineCells(Transaction transaction) {
        this(transaction, -1, () -> {});
    }

    EngineCells(Transaction transaction, int operations, Runnable trap) {
        this.transaction = transaction;
        this.operationsLeft = operations;
        this.trap = trap;
    }

    private void step() {
        if (operationsLeft-- == 0) {
            trap.run();
        }
    }

    @Override
    public long find(ModelTable table, int key, Reading how) {
        step();
        return switch (byException(key) ? how : how == Reading.READ ? Reading.FIND : how) {
            case READ -> {
                try {
                    yield table.digest(RowsByKey.read(transaction, table, key));
                } catch (MissingRowException e) {
                    yield NONE;
                }
            }
            case FIND -> digest(table, RowsByKey.find(transaction, table, key));
            case EXISTS -> RowsByKey.exists(transaction, table, key) ? 1 : NONE;
            case FIND_FOR_UPDATE -> digest(table, RowsByKey.findForUpdate(transaction, table, key));
        };
    }

    @Override
    public long readAll(ModelTable table, int[] keys) {
        step();
        if (keys[0] % 2 == 0) {
            // It makes no difference to any answer.
            RowsByKey.prefetch(transaction, table, keys);
        }
        long digest = 1;
        for (Row row : RowsByKey.readAll(transaction, table, keys)) {
            digest = ModelTable.mix(digest ^ digest(table, row));
        }
        return digest;
    }

    private static long digest(ModelTable table, @Nullable Row row) {
        return row == null ? NONE : table.digest(row);
    }

    @Override
    public long update(ModelTable table, int key, int a, int b, int s, long value) {
        step();
        final Row row = toUpdate(table, key);
        if (row == null) {
            return NONE;
        }
        final long before = table.digest(row);
        final boolean moves = a != SAME || b != SAME || s != SAME;
        if (moves) {
            changes(table, row, false);
        }
        set(table, row, a, b, s, value);
        if (moves) {
            changes(table, row, false);
        }
        return before;
    }

    /** Absence is told by an exception for some keys, and by an answer for most, as exceptions take time. */
    private static boolean byException(int key) {
        return key % 32 == 0;
    }

    private @Nullable Row toUpdate(ModelTable table, int key) {
        if (!byException(key)) {
            return RowsByKey.findForUpdate(transaction, table, key);
        }
        try {
            return RowsByKey.update(transaction, table, key);
        } catch (MissingRowException e) {
            return null;
        }
    }

    @Override
    public long insert(ModelTable table, int key, int a, int b, int s, long value) {
        step();
        if (!byException(key) && RowsByKey.exists(transaction, table, key)) {
            return NONE;
        }
        final Row row;
        try {
            row = RowsByKey.insert(transaction, table, key);
        } catch (DuplicateKeyException e) {
            return NONE;
        }
        set(table, row, a, b, s, value);
        changes(table, row, true);
        return 1;
    }

    @Override
    public long delete(ModelTable table, int key) {
        step();
        final Row row = RowsByKey.findForUpdate(transaction, table, key);
        if (row == null) {
            if (!byException(key)) {
                return NONE;
            }
            try {
                RowsByKey.delete(transaction, table, key);
                return -1;
            } catch (MissingRowException e) {
                return NONE;
            }
        }
        changes(table, row, true);
        RowsByKey.delete(transaction, table, key);
        return 1;
    }

    private static void set(ModelTable table, Row row, int a, int b, int s, long value) {
        if (a != SAME) {
            table.columns.get(ModelTable.A).set(row, a);
        }
        if (b != SAME) {
            table.columns.get(ModelTable.B).set(row, b);
        }
        if (s != SAME) {
            table.columns.get(ModelTable.S).set(row, s);
        }
        if (value != SAME) {
            row.set(table.value, value);
        }
    }

    @Override
    public long scan(ModelTable table, ModelTable.Index index, ScanOrder order) {
        step();
        final Scan scan = transaction.scan(index.schema());
        for (int i = 0; i < order.bound().size(); i++) {
            ModelColumn.bind(scan, table.columns.get(index.columns().get(i)).value(order.bound().get(i)));
        }
        if (order.form() != Form.NO_RANGE) {
            bound(scan, table.columns.get(index.columns().get(order.bound().size())), order);
        }
        if (order.descending()) {
            scan.descending();
        }
        if (order.forUpdate()) {
            scan.forUpdate();
        }
        scan.limit(order.limit());
        long digest = 1;
        while (scan.next()) {
            digest = ModelTable.mix(digest ^ table.digest(scan.row()));
            act(table, scan, order.act());
        }
        return digest;
    }

    private void act(ModelTable table, Scan scan, Act act) {
        switch (act) {
            case READ -> {
                // Nothing more.
            }
            case ADD -> {
                final Row row = scan.update();
                row.set(table.value, row.get(table.value) + 1);
            }
            case DELETE -> {
                changes(table, scan.row(), true);
                if (table.wide()) {
                    transaction.delete(table.schema, scan.row());
                } else {
                    transaction.delete(table.schema, scan.key());
                }
            }
        }
    }

    private static void bound(Scan scan, ModelColumn column, ScanOrder order) {
        final Object x = Objects.requireNonNull(column.value(order.x()));
        final Object y = Objects.requireNonNull(column.value(order.y()));
        switch (order.form()) {
            case NO_RANGE -> throw new IllegalArgumentException("there is no range");
            case BETWEEN -> scan.between(x, y);
            case AT_LEAST_AND_MOST -> scan.atLeast(x).atMost(y);
            case GREATER_AND_LESS -> scan.lessThan(y).greaterThan(x);
            case AT_LEAST -> scan.atLeast(x);
            case GREATER -> scan.greaterThan(x);
            case AT_MOST -> scan.atMost(y);
            case LESS -> scan.lessThan(y);
            case NOT_NULL -> scan.notNull();
            case STARTS_WITH -> {
                if (column.start(order.x()) instanceof byte[] start) {
                    scan.startsWith(start);
                } else {
                    scan.startsWith((String) column.start(order.x()));
                }
            }
        }
    }

    /** A row comes, goes or moves in the indexes, with these values. */
    private void changes(ModelTable table, Row row, boolean comesOrGoes) {
        for (int i = 0; i < table.indexes.size(); i++) {
            final ModelTable.Index index = table.indexes.get(i);
            if (table.scanned ? comesOrGoes || !index.ofKey() : index.schema().unique() && !index.ofKey()) {
                final @Nullable Object[] values = new @Nullable Object[index.scanColumns()];
                for (int j = 0; j < values.length; j++) {
                    values[j] = row.value(table.columns.get(index.columns().get(j)).column);
                }
                prefixes.add(new Prefix(index.schema(), values));
            }
        }
    }

    /**
     * Locks all index prefixes that the commit is going to change. From then on the transaction holds all locks by
     * which it can come before or after others, so that a number taken now says in which order they come.
     */
    void lockPrefixes() {
        for (Prefix prefix : prefixes) {
            final Scan scan = transaction.scan(prefix.index);
            for (Object value : prefix.values) {
                ModelColumn.bind(scan, value);
            }
            scan.forUpdate().limit(0).next();
        }
    }
}
