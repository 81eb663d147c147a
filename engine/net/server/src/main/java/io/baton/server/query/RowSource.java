package io.baton.server.query;

import io.baton.engine.Engine;
import io.baton.engine.Scan;
import io.baton.engine.TableWalk;
import io.baton.engine.Transaction;
import io.baton.protocol.Reason;
import io.baton.server.query.ColumnValues.Position;
import io.baton.server.query.Narrowing.OfColumn;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.DoubleColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings the rows that an access comes to, one after the other, each locked until the transaction ends. */
interface RowSource extends AutoCloseable {

    /** The next row, valid until the following one; null at the end. */
    @Nullable
    Row next();

    @Override
    default void close() {
        // Most hold nothing.
    }

    /** Begins to bring rows. */
    static RowSource of(AccessPath access, Engine engine, Transaction transaction, TableSchema table) {
        return switch (access) {
            case AccessPath.Nothing nothing -> () -> null;
            case AccessPath.Keys keys -> new LookUps(transaction, table, keys);
            case AccessPath.Scans scans -> new Ranges(transaction, scans);
            case AccessPath.Whole whole -> new All(new TableWalk(engine, transaction, table), table);
        };
    }

    /** Looks rows up by their keys, several together. */
    final class LookUps implements RowSource {

        private static final int BATCH = 64;

        private final Transaction transaction;
        private final TableSchema table;
        private final List<List<@Nullable Position>> keys;
        private @Nullable Row[] batch = {};
        private int at;
        private int nextKey;

        LookUps(Transaction transaction, TableSchema table, AccessPath.Keys keys) {
            this.transaction = transaction;
            this.table = table;
            this.keys = keys.keys();
        }

        @Override
        public @Nullable Row next() {
            while (true) {
                while (at < batch.length) {
                    final Row row = batch[at++];
                    if (row != null) {
                        return row;
                    }
                }
                if (nextKey == keys.size()) {
                    return null;
                }
                lookUp();
            }
        }

        private void lookUp() {
            at = 0;
            if (keys.size() == 1) {
                nextKey = 1;
                batch = new Row[] {transaction.find(table, probe(keys.getFirst()))};
                return;
            }
            final Row[] probes = new Row[Math.min(BATCH, keys.size() - nextKey)];
            for (int i = 0; i < probes.length; i++) {
                probes[i] = probe(keys.get(nextKey++));
            }
            batch = transaction.readAll(table, probes);
        }

        private Row probe(List<@Nullable Position> key) {
            final Row probe = transaction.probe(table);
            for (int i = 0; i < key.size(); i++) {
                final Position position = key.get(i);
                if (position != null) {
                    probe.setValue(table.keyParts().get(i).column(), position.value());
                }
            }
            return probe;
        }
    }

    /** Scans an index, once for each prefix. */
    final class Ranges implements RowSource {

        private final Transaction transaction;
        private final AccessPath.Scans scans;
        private int nextPrefix;
        private @Nullable Scan scan;

        Ranges(Transaction transaction, AccessPath.Scans scans) {
            this.transaction = transaction;
            this.scans = scans;
        }

        @Override
        public @Nullable Row next() {
            while (true) {
                Scan now = scan;
                if (now == null) {
                    if (nextPrefix == scans.prefixes().size()) {
                        return null;
                    }
                    now = begin(scans.prefixes().get(nextPrefix++));
                    scan = now;
                }
                if (now.next()) {
                    return now.row();
                }
                scan = null;
            }
        }

        private Scan begin(List<@Nullable Position> prefix) {
            final Scan begun = transaction.scan(scans.index());
            for (final Position position : prefix) {
                final Object value = position == null ? null : position.value();
                if (value == null) {
                    begun.isNull();
                } else if (value instanceof Long units) {
                    begun.equal((long) units);
                } else {
                    begun.equal(value);
                }
            }
            final OfColumn range = scans.range();
            if (range != null) {
                bound(begun, range, scans.index().parts().get(prefix.size()).column());
            }
            return scans.descending() ? begun.descending() : begun;
        }

        private static void bound(Scan begun, OfColumn range, Column column) {
            if (!range.start.isEmpty()) {
                begun.startsWith(range.start);
                return;
            }
            begun.notNull();
            final Object low = range.low == null ? null : range.low.value();
            if (low != null) {
                lower(begun, zero(column, low, range.lowInclusive), range.lowInclusive);
            }
            final Object high = range.high == null ? null : range.high.value();
            if (high != null) {
                upper(begun, zero(column, high, !range.highInclusive), range.highInclusive);
            }
        }

        /** Zeros are equal, but an index may have the negative one in front: both are within, or none is. */
        private static Object zero(Column column, Object value, boolean negative) {
            return column instanceof DoubleColumn && value.equals(0.0) && negative ? (Object) (-0.0) : value;
        }

        private static void lower(Scan begun, Object low, boolean inclusive) {
            if (low instanceof Long units) {
                final long bound = units;
                final Scan _ = inclusive ? begun.atLeast(bound) : begun.greaterThan(bound);
            } else {
                final Scan _ = inclusive ? begun.atLeast(low) : begun.greaterThan(low);
            }
        }

        private static void upper(Scan begun, Object high, boolean inclusive) {
            if (high instanceof Long units) {
                final long bound = units;
                final Scan _ = inclusive ? begun.atMost(bound) : begun.lessThan(bound);
            } else {
                final Scan _ = inclusive ? begun.atMost(high) : begun.lessThan(high);
            }
        }
    }

    /** Walks over all rows. */
    record All(TableWalk walk, TableSchema table) implements RowSource {

        @Override
        public @Nullable Row next() {
            final Row row = walk.next();
            if (row == null && !walk.isComplete()) {
                throw new QueryException(Reason.RESTARTS, "rows came into table " + table.name()
                    + " at each look; try again, or add LIMIT");
            }
            return row;
        }

        @Override
        public void close() {
            walk.close();
        }
    }
}
