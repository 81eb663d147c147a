package io.baton.engine;

import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import java.util.ArrayList;
import java.util.List;

/** What one coordinator keeps for a table: row views and writes, reused from transaction to transaction. */
final class TableContext {

    final EngineTable table;
    final TableSchema schema;
    private final List<Row> views = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();
    private int viewsUsed;
    private int writesUsed;

    TableContext(EngineTable table) {
        this.table = table;
        this.schema = table.schema;
    }

    /** A row view that is not in use in this transaction. */
    Row view() {
        if (viewsUsed == views.size()) {
            views.add(new Row(schema));
        }
        return views.get(viewsUsed++);
    }

    Write write() {
        if (writesUsed == writes.size()) {
            writes.add(new Write(this));
        }
        return writes.get(writesUsed++);
    }

    boolean hasWrites() {
        return writesUsed > 0;
    }

    int writeCount() {
        return writesUsed;
    }

    Write write(int i) {
        return writes.get(i);
    }

    /** Ends the transaction: what it handed out is good for nothing from now on. */
    void reset() {
        for (int i = 0; i < viewsUsed; i++) {
            views.get(i).unwrap();
        }
        for (int i = 0; i < writesUsed; i++) {
            writes.get(i).image.unwrap();
        }
        viewsUsed = 0;
        writesUsed = 0;
    }
}
