package io.baton.engine.model;

import io.baton.engine.BulkInsert;
import io.baton.engine.BulkInsertException;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A bulk insert of random rows into all tables: each of its transactions is there as a whole, or refused. */
final class RandomBulk {

    private static final int ROWS_PER_TRANSACTION_MAX = 4;
    private static final int TRANSACTIONS_MAX = 3;
    private static final int VALUES = 1000;
    private static final int LOOKS_MAX = 5;

    private final RandomModelRun run;
    private final SplittableRandom random;
    private final Consumer<Recorded> recorder;
    private final int rowsPerTransaction;
    /** Given and not committed yet. */
    private final List<Given> given = new ArrayList<>();
    private long rowsCommitted;

    /** A row. */
    private record Given(ModelTable table, int key, int a, int b, int s, long value) {
    }

    /** Rows of one transaction. */
    private record Batch(long number, List<Given> rows, boolean committed) implements Recorded {

        @Override
        public @Nullable String replay(ModelCells model) {
            model.begin();
            boolean fits = true;
            for (Given row : rows) {
                fits &= model.insert(row.table, row.key, row.a, row.b, row.s, row.value) != Cells.NONE;
            }
            if ((fits && model.unique()) != committed) {
                return "a bulk insert of " + rows + " was " + (committed ? "committed" : "refused");
            }
            if (committed) {
                model.commit(number, true);
            } else {
                model.rollBack();
            }
            return null;
        }
    }

    RandomBulk(RandomModelRun run, SplittableRandom random, Consumer<Recorded> recorder) {
        this.run = run;
        this.random = random;
        this.recorder = recorder;
        this.rowsPerTransaction = 1 + random.nextInt(ROWS_PER_TRANSACTION_MAX);
    }

    /** Inserts; returns how many rows are committed. Throws what the engine throws but for duplicates. */
    long insert() {
        run.releases.watch();
        try {
            run.engine.insertAll(this::give);
            if (!given.isEmpty()) {
                record(true);
            }
        } catch (BulkInsertException e) {
            if (e.rowsCommitted() != rowsCommitted) {
                run.failures.add("a bulk insert says of " + rowsCommitted + " rows: " + e);
            }
            if (e.reason() != AbortReason.DUPLICATE_KEY) {
                throw e;
            }
            record(false);
        } finally {
            run.releases.ignore();
        }
        return rowsCommitted;
    }

    private void give(BulkInsert insert) {
        insert.rowsPerTransaction(rowsPerTransaction);
        for (int left = random.nextInt(rowsPerTransaction * TRANSACTIONS_MAX); left >= 0; left--) {
            final ModelTable table = run.tables.get(random.nextInt(run.tables.size()));
            final Given row = new Given(table, key(table), number(table, ModelTable.A),
                number(table, ModelTable.B), number(table, ModelTable.S), random.nextInt(VALUES));
            given.add(row);
            insert.insert(image(insert, row));
            if (given.size() == rowsPerTransaction) {
                record(true);
            }
        }
    }

    /** Mostly of a row that is not there, as most are. */
    private int key(ModelTable table) {
        int key = random.nextInt(ModelTable.KEYS);
        for (int looks = random.nextInt(LOOKS_MAX); looks > 0 && exists(table, key); looks--) {
            key = random.nextInt(ModelTable.KEYS);
        }
        return key;
    }

    private boolean exists(ModelTable table, int key) {
        return (boolean) run.engine.call(run.work, (Work) transaction -> RowsByKey.exists(transaction, table, key));
    }

    private Row image(BulkInsert insert, Given row) {
        final ModelTable table = row.table;
        final Row image = table.wide() || random.nextBoolean() ? table.name(insert.row(table.schema), row.key)
            : insert.row(table.schema, table.packed(row.key));
        table.columns.get(ModelTable.A).set(image, row.a);
        table.columns.get(ModelTable.B).set(image, row.b);
        table.columns.get(ModelTable.S).set(image, row.s);
        return image.set(table.value, row.value);
    }

    private int number(ModelTable table, int column) {
        return random.nextInt(table.columns.get(column).size());
    }

    private void record(boolean committed) {
        recorder.accept(new Batch(run.releases.last(), List.copyOf(given), committed));
        rowsCommitted += committed ? given.size() : 0;
        given.clear();
    }
}
