package io.baton.engine;

import io.baton.engine.transaction.EngineTable;
import io.baton.engine.transaction.RowFinder;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.KeyPart;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;

/**
 * A walk of a transaction over all rows of a table, whatever its keys and indexes, each row once and in no order. It
 * locks all rows that it finds. When it has found all it looks whether rows have come meanwhile; if so it goes on with
 * those. Rows that it has found cannot go or change, so at its end it has shown the table as of one moment.
 *
 * <p>It must be the last thing that is read in its transaction, and does not see rows that this has inserted. For the
 * thread of the transaction; close it before that ends.
 */
public final class TableWalk implements AutoCloseable {

    private static final int LOOKS_MAX = 20;

    private final Engine engine;
    private final Transaction transaction;
    private final EngineTable table;
    private final TableSchema schema;
    /** Keys that were shown: packed ones, and wide ones, of which several may have one number. */
    private final LongHashSet packed = new LongHashSet();
    private final Set<List<Object>> wide = new HashSet<>();
    private @Nullable RowFinder finder;
    private @Nullable Row[] batch = {};
    private int at;
    private int looks;
    private long changesBefore;
    private boolean complete;

    /**
     * Begins.
     *
     * @param engine the engine
     * @param transaction a transaction of it
     * @param table one of its tables
     */
    public TableWalk(Engine engine, Transaction transaction, TableSchema table) {
        engine.rows(table);
        this.engine = engine;
        this.transaction = transaction;
        this.table = engine.catalog().table(table);
        this.schema = this.table.schema;
    }

    /**
     * Goes to the next row.
     *
     * @return the row, for reading, valid until the transaction's procedure returns; null at the end
     */
    public @Nullable Row next() {
        while (true) {
            while (at < batch.length) {
                final Row row = batch[at++];
                if (row != null) {
                    return row;
                }
            }
            if (finder == null && (complete || looks == LOOKS_MAX)) {
                return null;
            }
            look();
        }
    }

    /**
     * Tells, at the end, whether all rows were shown.
     *
     * @return false if more rows came at each look
     */
    public boolean isComplete() {
        return complete;
    }

    private void look() {
        RowFinder now = finder;
        if (now == null) {
            looks++;
            changesBefore = table.changes();
            now = new RowFinder(engine.storage, engine.storage.table(schema));
            finder = now;
        }
        now.find();
        if (now.count() > 0) {
            batch = schema.wideKey() ? wide(now) : packed(now);
            at = 0;
            return;
        }
        close();
        // The locks of all rows that were found are held: none was removed or changed.
        complete = changesBefore >= 0 && table.changes() == changesBefore;
    }

    private @Nullable Row[] packed(RowFinder now) {
        final long[] keys = new long[now.count()];
        int count = 0;
        for (int i = 0; i < keys.length; i++) {
            if (packed.add(now.number(i))) {
                keys[count++] = now.number(i);
            }
        }
        return transaction.readAll(schema, Arrays.copyOf(keys, count));
    }

    private @Nullable Row[] wide(RowFinder now) {
        final List<Row> probes = new ArrayList<>();
        for (final Row found : now.probes()) {
            final List<Object> key = new ArrayList<>(schema.keyColumns());
            for (final KeyPart part : schema.keyParts()) {
                final Object value = found.value(part.column());
                key.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : String.valueOf(value));
            }
            if (wide.add(key)) {
                final Row probe = transaction.probe(schema);
                for (final KeyPart part : schema.keyParts()) {
                    probe.setValue(part.column(), found.value(part.column()));
                }
                probes.add(probe);
            }
        }
        return transaction.readAll(schema, probes.toArray(new Row[0]));
    }

    @Override
    public void close() {
        final RowFinder now = finder;
        finder = null;
        if (now != null) {
            now.close();
        }
    }
}
