package io.baton.engine;

import io.baton.engine.transaction.RowFinder;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import java.util.function.Consumer;

/**
 * Reads a table in parts, each in a transaction of its own that keeps nothing behind: which part a row is in, its key
 * alone decides. So a table of any size is read by calls that know nothing of each other, such as those of a client.
 * All keys are looked at for each part.
 */
public final class TablePart {

    private TablePart() {
    }

    /**
     * Reads the rows of a part, in no useful order. They are of one moment, and locked until the transaction ends.
     * A key that has a row all the time comes in one part exactly; whether those come that are inserted or deleted
     * meanwhile is open.
     *
     * @param engine the engine
     * @param transaction a transaction of it
     * @param table one of its tables
     * @param part which part, from 0
     * @param parts how many parts there are, the same for all calls, 1 or more
     * @param consumer gets the rows, each valid until the transaction ends
     */
    public static void read(Engine engine, Transaction transaction, TableSchema table, long part, long parts,
            Consumer<? super Row> consumer) {
        engine.rows(table);
        try (RowFinder found = new RowFinder(engine.storage, engine.storage.table(table))) {
            do {
                found.find();
                for (int i = 0; i < found.count(); i++) {
                    if (Long.remainderUnsigned(mixed(found.number(i)), parts) == part) {
                        final Row row = TableReader.find(transaction, table, found, i);
                        if (row != null) {
                            consumer.accept(row);
                        }
                    }
                }
            } while (found.count() > 0);
        }
    }

    private static long mixed(long key) {
        final long spread = (key ^ (key >>> 32)) * 0x9e3779b97f4a7c15L;
        return ((spread ^ (spread >>> 29)) * 0xbf58476d1ce4e5b9L) >>> 16;
    }
}
