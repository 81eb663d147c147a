package io.baton.engine.transaction;

import java.util.ArrayList;
import java.util.List;

/** A coordinator's writes of one table, in two sets that are used in turns, as {@link RowViews} are. */
final class WritePool {

    /** Writes that are kept for later transactions. */
    private static final int KEPT = 1 << 10;

    private final TableContext context;
    private List<Write> writes = new ArrayList<>();
    private List<Write> others = new ArrayList<>();
    private int used;

    WritePool(TableContext context) {
        this.context = context;
    }

    /** The next write that is not in use, and is not until {@link #take}. */
    Write next() {
        if (used == writes.size()) {
            writes.add(new Write(context));
        }
        return writes.get(used);
    }

    /** The next write is in use. */
    void take() {
        used++;
    }

    int used() {
        return used;
    }

    Write get(int i) {
        return writes.get(i);
    }

    void reset(boolean again) {
        if (used == 0) {
            return;
        }
        if (writes.size() > KEPT) {
            writes = new ArrayList<>(writes.subList(0, KEPT));
        }
        if (!again) {
            final List<Write> now = writes;
            writes = others;
            others = now;
        }
        used = 0;
    }
}
