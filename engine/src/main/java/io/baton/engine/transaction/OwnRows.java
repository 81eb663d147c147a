package io.baton.engine.transaction;

import io.baton.storage.IndexRange;
import io.baton.storage.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows that a transaction has brought into a scan's range before the scan was opened, in the scan's order. */
final class OwnRows {

    /** Room for so many rows is kept for later scans. */
    private static final int KEPT = 1 << 10;

    private final TableContext context;
    private final EngineTable.EngineIndex index;
    private final ArrayList<Write> writes = new ArrayList<>();
    private Set<Write> members = noMembers();
    private boolean descending;
    private int next;

    OwnRows(TableContext context, EngineTable.EngineIndex index) {
        this.context = context;
        this.index = index;
    }

    void open(IndexRange range, boolean newDescending) {
        descending = newDescending;
        next = 0;
        for (int i = 0; i < context.writeCount(); i++) {
            final Write write = context.write(i);
            if (write.visible() && range.contains(write.image) && cameOrMoved(write)) {
                writes.add(write);
                members.add(write);
            }
        }
        writes.sort((a, b) -> compare(a.image, b.image));
    }

    /** The next one that is still there and in the range, or null. */
    @Nullable
    Write peek(IndexRange range) {
        while (next < writes.size()) {
            final Write write = writes.get(next);
            if (write.visible() && range.contains(write.image)) {
                return write;
            }
            next++;
        }
        return null;
    }

    void take() {
        next++;
    }

    /** Whether one row comes before another. */
    boolean before(Row a, Row b) {
        return compare(a, b) < 0;
    }

    boolean contains(Write write) {
        return !members.isEmpty() && members.contains(write);
    }

    void clear() {
        if (writes.size() > KEPT) {
            members = noMembers();
            writes.clear();
            writes.trimToSize();
        } else if (!writes.isEmpty()) {
            writes.clear();
            members.clear();
        }
    }

    private static Set<Write> noMembers() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    private int compare(Row a, Row b) {
        return descending ? index.schema.compare(b, a) : index.schema.compare(a, b);
    }

    /** A row that was changed in place stays where the index has it. */
    private boolean cameOrMoved(Write write) {
        return write.kind == Write.Kind.INSERT
            || index.schema.compare(context.stored(write.address), write.image) != 0;
    }
}
