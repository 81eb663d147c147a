package io.baton.engine;

import java.util.ArrayList;
import java.util.List;

/** One coordinator's scans of one index; a transaction may have several under way at once. */
final class ScanPool {

    private final Coordinator coordinator;
    private final TableContext context;
    private final EngineTable.EngineIndex index;
    private final List<Scan> scans = new ArrayList<>(1);
    private int used;

    ScanPool(Coordinator coordinator, TableContext context, EngineTable.EngineIndex index) {
        this.coordinator = coordinator;
        this.context = context;
        this.index = index;
    }

    Scan take() {
        if (used == scans.size()) {
            scans.add(new Scan(coordinator, context, index));
        }
        return scans.get(used++);
    }

    void endAll() {
        for (int i = 0; i < used; i++) {
            scans.get(i).end();
        }
        used = 0;
    }
}
