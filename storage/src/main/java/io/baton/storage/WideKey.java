package io.baton.storage;

import io.baton.storage.column.KeyPart;
import java.util.List;

/**
 * A primary key of any columns that are never NULL. Its number is the prefix of an index that binds them all
 * (storage/spec/2-indexes.md): a hash, but of a single double its bits, in order, which no two keys share. A row is
 * named by an image with the key columns set.
 */
final class WideKey extends KeyLayout {
    private final IndexPart[] columns;
    private final IndexOrder all;
    private final IndexOrder locks;

    WideKey(String table, List<KeyPart> parts, int lockColumns) {
        super(table, parts);
        this.columns = parts.stream().map(IndexPart::new).toArray(IndexPart[]::new);
        this.all = new IndexOrder(parts, parts.size(), parts);
        this.locks = lockColumns == parts.size() ? all : new IndexOrder(parts, lockColumns, parts);
    }

    @Override
    boolean wide() {
        return true;
    }

    @Override
    long key(long a) {
        return hash(new long[] {a});
    }

    @Override
    long key(long a, long b) {
        return hash(new long[] {a, b});
    }

    @Override
    long key(long a, long b, long c) {
        return hash(new long[] {a, b, c});
    }

    @Override
    long key(long a, long b, long c, long d) {
        return hash(new long[] {a, b, c, d});
    }

    private long hash(long[] values) {
        checkColumns(values.length);
        long hash = all.startPrefix();
        for (int i = 0; i < values.length; i++) {
            hash = all.extendPrefix(hash, i, values[i]);
        }
        return hash;
    }

    @Override
    long keyOf(long row) {
        return all.prefix(row);
    }

    @Override
    long lockKeyOf(long row) {
        return locks.prefix(row);
    }

    @Override
    boolean same(long row, long image) {
        for (IndexPart part : columns) {
            if (!part.equal(row, image)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean identical(long row, long image) {
        for (IndexPart part : columns) {
            if (!part.identical(row, image)) {
                return false;
            }
        }
        return true;
    }

    @Override
    void copy(long from, long to) {
        for (IndexPart part : columns) {
            part.copy(from, to);
        }
    }

    @Override
    long value(long key, int column) {
        throw noNumber();
    }

    @Override
    void write(Row row, long key) {
        throw noNumber();
    }

    private IllegalStateException noNumber() {
        return new IllegalStateException(noNumber(table));
    }

    /** The message for a row that is named by a number. */
    static String noNumber(String table) {
        return ("table %s: its primary key is wide, so the hash of its columns does not say which row is meant; name"
            + " the row by an image with the key columns set").formatted(table);
    }

    @Override
    long maskOf(int leading) {
        return -1L;
    }

    @Override
    int bitsAfter(int leading) {
        return -1;
    }

    @Override
    String describe(long key) {
        return "(number 0x%016x)".formatted(key);
    }

    @Override
    String describe(Row row) {
        var text = new StringBuilder("(");
        for (KeyPart part : parts) {
            text.append(text.length() == 1 ? "" : ", ").append(part.column().name()).append('=');
            try {
                Object value = row.value(part.column());
                text.append(value == null ? "NULL" : shown(value));
            } catch (IllegalStateException gone) {
                text.append('?');
            }
        }
        return text.append(')').toString();
    }
}
