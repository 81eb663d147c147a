package io.baton.engine.attack;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.DuplicateKeyException;
import io.baton.storage.MissingRowException;
import io.baton.storage.Row;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cells of a transaction of the engine. */
final class EngineCells implements Cells {

    private final Transaction transaction;
    /** The index prefixes that gain or lose rows. */
    private final List<Runnable> prefixLocks = new ArrayList<>();

    EngineCells(Transaction transaction) {
        this.transaction = transaction;
    }

    @Override
    public long find(ModelTable table, int key, Reading how) {
        final long packed = table.packed(key);
        return switch (byException(key) ? how : how == Reading.READ ? Reading.FIND : how) {
            case READ -> {
                try {
                    yield table.digest(transaction.read(table.schema, packed));
                } catch (MissingRowException e) {
                    yield NONE;
                }
            }
            case FIND -> digest(table, transaction.find(table.schema, packed));
            case EXISTS -> transaction.exists(table.schema, packed) ? 1 : NONE;
            case FIND_FOR_UPDATE -> digest(table, transaction.findForUpdate(table.schema, packed));
        };
    }

    private static long digest(ModelTable table, @Nullable Row row) {
        return row == null ? NONE : table.digest(row);
    }

    @Override
    public long update(ModelTable table, int key, int a, int b, int text, long value) {
        final Row row = toUpdate(table, key);
        if (row == null) {
            return NONE;
        }
        final long before = table.digest(row);
        final boolean moves = a >= 0 || b >= 0 || text >= 0;
        if (moves) {
            changes(table, row, false);
        }
        set(table, row, a, b, text, value);
        if (moves) {
            changes(table, row, false);
        }
        return before;
    }

    /** Absence is told by an exception for some keys, and by an answer for most, as exceptions take time. */
    private static boolean byException(int key) {
        return key % 8 == 0;
    }

    private @Nullable Row toUpdate(ModelTable table, int key) {
        if (!byException(key)) {
            return transaction.findForUpdate(table.schema, table.packed(key));
        }
        try {
            return transaction.update(table.schema, table.packed(key));
        } catch (MissingRowException e) {
            return null;
        }
    }

    @Override
    public long insert(ModelTable table, int key, int a, int b, int text, long value) {
        if (!byException(key) && transaction.exists(table.schema, table.packed(key))) {
            return NONE;
        }
        final Row row;
        try {
            row = transaction.insert(table.schema, table.packed(key));
        } catch (DuplicateKeyException e) {
            return NONE;
        }
        set(table, row, a, b, text, value);
        changes(table, row, true);
        return 1;
    }

    @Override
    public long delete(ModelTable table, int key) {
        final Row row = transaction.findForUpdate(table.schema, table.packed(key));
        if (row == null) {
            if (!byException(key)) {
                return NONE;
            }
            try {
                transaction.delete(table.schema, table.packed(key));
                return -1;
            } catch (MissingRowException e) {
                return NONE;
            }
        }
        changes(table, row, true);
        transaction.delete(table.schema, table.packed(key));
        return 1;
    }

    private static void set(ModelTable table, Row row, int a, int b, int text, long value) {
        if (a >= 0) {
            row.set(table.a, a);
        }
        if (b >= 0) {
            row.set(table.b, b);
        }
        if (text >= 0) {
            row.set(table.text, ModelTable.text(text));
        }
        if (value >= 0) {
            row.set(table.value, value);
        }
    }

    @Override
    public long scan(ModelTable table, int index, ScanOrder order) {
        final Scan scan = bound(table, index, order.first(), order.second());
        if (order.low() >= 0) {
            scan.between(order.low(), order.high());
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
            if (order.addition() != 0) {
                final Row row = scan.update();
                row.set(table.value, row.get(table.value) + order.addition());
            }
        }
        return digest;
    }

    private Scan bound(ModelTable table, int index, int first, int second) {
        final Scan scan = transaction.scan(table.index(index));
        return switch (table.orders.get(index)) {
            case KEY, A_B -> scan.equal(first);
            case S_B -> scan.equal(ModelTable.text(first));
            case AB -> scan.equal(first).equal(second);
        };
    }

    /** A row comes, goes or moves in the indexes, with these values. */
    private void changes(ModelTable table, Row row, boolean comesOrGoes) {
        if (!table.scanned) {
            return;
        }
        for (int i = 0; i < table.orders.size(); i++) {
            final int index = i;
            final ModelTable.Order order = table.orders.get(i);
            if (order != ModelTable.Order.KEY || comesOrGoes) {
                final int first = (int) switch (order) {
                    case KEY -> row.get(table.high);
                    case A_B, AB -> row.get(table.a);
                    case S_B -> row.length(table.text) - 1;
                };
                final int second = (int) row.get(table.b);
                prefixLocks.add(() -> bound(table, index, first, second).forUpdate().limit(0).next());
            }
        }
    }

    /**
     * Locks all index prefixes that the commit is going to change. From then on the transaction holds all locks by
     * which it can come before or after others, so that a number taken now says in which order they come.
     */
    void lockPrefixes() {
        prefixLocks.forEach(Runnable::run);
    }
}
