package io.baton.engine.transaction;

import io.baton.storage.Lifetime;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What one coordinator keeps for a table: row views and writes, reused from transaction to transaction. */
public final class TableContext {

    public final EngineTable table;
    final TableSchema schema;
    /** For the engine's own short looks. */
    private final Row look;
    private final Row keyLook;
    private final RowViews views;
    private final TurnPool<Write> writes;
    /** By the numbers of the indexes; of some that were dropped, too. */
    private @Nullable UniqueCheck[] uniqueChecks = {};

    TableContext(EngineTable table) {
        this.table = table;
        this.schema = table.schema;
        this.look = new Row(schema);
        this.keyLook = new Row(schema);
        this.views = new RowViews(schema);
        this.writes = new TurnPool<>(() -> new Write(this));
    }

    /** What checks the rows of an index, or null if it is not a unique secondary index. */
    @Nullable
    UniqueCheck uniqueCheck(EngineTable.EngineIndex index) {
        if (!index.checksUnique()) {
            return null;
        }
        if (index.number >= uniqueChecks.length) {
            uniqueChecks = Arrays.copyOf(uniqueChecks, index.number + 1);
        }
        UniqueCheck check = uniqueChecks[index.number];
        if (check == null || check.index != index) {
            check = new UniqueCheck(this, index);
            uniqueChecks[index.number] = check;
        }
        return check;
    }

    /** A view of the row at an address, which the procedure may keep until it returns. */
    Row view(long address, Lifetime lifetime) {
        return views.view(table.rows, address, lifetime);
    }

    /** The row at an address, until the next call of this method. */
    Row stored(long address) {
        table.rows.read(address, look);
        return look;
    }

    /** A row with the primary key of a write, until the next call of this method. */
    Row keyOf(Write write) {
        if (write.image.isWrapped()) {
            return write.image;
        }
        table.rows.read(write.address, keyLook);
        return keyLook;
    }

    /** A row view that is not in use in this transaction. */
    public Row view() {
        return views.next();
    }

    /** Views of the row at an address show its new image from now on. */
    void follow(long address, Row image) {
        views.follow(address, image);
    }

    /** A write that is not in use, and is not until {@link #takeWrite}. */
    Write nextWrite() {
        return writes.next();
    }

    void takeWrite() {
        writes.take();
    }

    boolean hasWrites() {
        return writes.used() > 0;
    }

    int writeCount() {
        return writes.used();
    }

    Write write(int i) {
        return writes.get(i);
    }

    /**
     * Ends an attempt. If the call makes another one, that has the same views and writes again; what the last one
     * handed out is not handed out again in the next call.
     */
    void reset(boolean again) {
        if (table.hasUniqueIndexes && hasWrites()) {
            endUniqueChecks();
        }
        views.reset(again);
        writes.giveBack(again);
    }

    private void endUniqueChecks() {
        for (UniqueCheck check : uniqueChecks) {
            if (check != null) {
                check.end();
            }
        }
    }
}
