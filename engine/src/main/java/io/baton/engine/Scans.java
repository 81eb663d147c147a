package io.baton.engine;

import io.baton.storage.IndexSchema;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** One coordinator's scans, reused from transaction to transaction. */
final class Scans {

    private final Transaction transaction;
    private final Workspace workspace;
    private final IdentityHashMap<IndexSchema, Pool> pools = new IdentityHashMap<>();
    private boolean used;

    Scans(Transaction transaction, Workspace workspace) {
        this.transaction = transaction;
        this.workspace = workspace;
    }

    Scan begin(IndexSchema index) {
        used = true;
        Pool pool = pools.get(index);
        if (pool == null) {
            pool = new Pool(workspace.tables().context(index), workspace.tables().index(index));
            pools.put(index, pool);
        }
        return pool.take().begin();
    }

    void endAll() {
        if (used) {
            pools.values().forEach(Pool::endAll);
            used = false;
        }
    }

    /** The scans of one index; a transaction may have several under way at once. */
    private final class Pool {
        private final TableContext context;
        private final EngineTable.EngineIndex index;
        private final List<Scan> scans = new ArrayList<>(1);
        private int taken;

        Pool(TableContext context, EngineTable.EngineIndex index) {
            this.context = context;
            this.index = index;
        }

        Scan take() {
            if (taken == scans.size()) {
                scans.add(new Scan(transaction, workspace, context, index));
            }
            return scans.get(taken++);
        }

        void endAll() {
            for (int i = 0; i < taken; i++) {
                scans.get(i).end();
            }
            taken = 0;
        }
    }
}
