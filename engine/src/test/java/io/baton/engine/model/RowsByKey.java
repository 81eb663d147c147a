package io.baton.engine.model;

import io.baton.engine.Transaction;
import io.baton.storage.Row;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Rows of the model's tables by the number of their key: packed keys name them by a number, wide ones by an image. */
final class RowsByKey {

    private RowsByKey() {
    }

    private static Row probe(Transaction transaction, ModelTable table, int key) {
        return table.name(transaction.probe(table.schema), key);
    }

    static Row read(Transaction t, ModelTable table, int key) {
        return table.wide() ? t.read(table.schema, probe(t, table, key)) : t.read(table.schema, table.packed(key));
    }

    static @Nullable Row find(Transaction t, ModelTable table, int key) {
        return table.wide() ? t.find(table.schema, probe(t, table, key)) : t.find(table.schema, table.packed(key));
    }

    static @Nullable Row[] readAll(Transaction t, ModelTable table, int[] keys) {
        return table.wide() ? t.readAll(table.schema, probes(t, table, keys))
            : t.readAll(table.schema, packed(table, keys));
    }

    static void prefetch(Transaction t, ModelTable table, int[] keys) {
        if (table.wide()) {
            t.prefetch(table.schema, probes(t, table, keys));
        } else {
            t.prefetch(table.schema, packed(table, keys));
        }
    }

    private static Row[] probes(Transaction t, ModelTable table, int[] keys) {
        return Arrays.stream(keys).mapToObj(key -> probe(t, table, key)).toArray(Row[]::new);
    }

    private static long[] packed(ModelTable table, int[] keys) {
        return Arrays.stream(keys).mapToLong(table::packed).toArray();
    }

    static boolean exists(Transaction t, ModelTable table, int key) {
        return table.wide() ? t.exists(table.schema, probe(t, table, key)) : t.exists(table.schema, table.packed(key));
    }

    static @Nullable Row findForUpdate(Transaction t, ModelTable table, int key) {
        return table.wide() ? t.findForUpdate(table.schema, probe(t, table, key))
            : t.findForUpdate(table.schema, table.packed(key));
    }

    static Row update(Transaction t, ModelTable table, int key) {
        return table.wide() ? t.update(table.schema, probe(t, table, key)) : t.update(table.schema, table.packed(key));
    }

    static Row insert(Transaction t, ModelTable table, int key) {
        return table.wide() ? t.insert(table.schema, probe(t, table, key)) : t.insert(table.schema, table.packed(key));
    }

    static void delete(Transaction t, ModelTable table, int key) {
        if (table.wide()) {
            t.delete(table.schema, probe(t, table, key));
        } else {
            t.delete(table.schema, table.packed(key));
        }
    }
}
