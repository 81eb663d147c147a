package io.baton.engine.transaction;

import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** One coordinator's scans, reused from transaction to transaction. */
final class Scans {

    private final Participant participant;
    private final Workspace workspace;
    private final IdentityHashMap<IndexSchema, Pool> pools = new IdentityHashMap<>();
    /** The pools that the transaction under way scans: few of {@link #pools}, which are of all that it ever scanned. */
    private final List<Pool> used = new ArrayList<>();

    Scans(Participant participant) {
        this.participant = participant;
        this.workspace = participant.workspace;
    }

    ScanState begin(IndexSchema index) {
        Pool pool = pools.get(index);
        if (pool == null || !pool.index.isOpen()) {
            pool = find(index);
        }
        if (pool.taken == 0) {
            used.add(pool);
        }
        return pool.take().begin();
    }

    /** An index that is not open any more is refused, unless it was added again. */
    @SuppressWarnings("ReferenceEquality") // A schema is a handle.
    private Pool find(IndexSchema index) {
        // Handles that are equal to others are not remembered for long: there may be any number of them.
        pools.entrySet().removeIf(known -> known.getValue().isObsolete()
            || known.getKey() != known.getValue().index.schema);
        final EngineTable.EngineIndex own = workspace.tables().index(index);
        Pool pool = pools.get(own.schema);
        if (pool == null || pool.index != own) {
            pool = new Pool(workspace.tables().context(index), own);
            pools.put(own.schema, pool);
        }
        pools.put(index, pool);
        return pool;
    }

    /** A row has a new image, which the scans that are at it show from now on. */
    void follow(TableContext context, long address, Row image) {
        for (int i = 0; i < used.size(); i++) {
            used.get(i).follow(context, address, image);
        }
    }

    void endAll() {
        for (int i = 0; i < used.size(); i++) {
            used.get(i).endAll();
        }
        used.clear();
    }

    /** The scans of one index; a transaction may have several under way at once. */
    private final class Pool {
        private final TableContext context;
        private final EngineTable.EngineIndex index;
        private final List<ScanState> scans = new ArrayList<>(1);
        private int taken;

        Pool(TableContext context, EngineTable.EngineIndex index) {
            this.context = context;
            this.index = index;
        }

        boolean isObsolete() {
            return taken == 0 && !index.isOpen();
        }

        ScanState take() {
            if (taken == scans.size()) {
                scans.add(new ScanState(participant, context, index));
            }
            return scans.get(taken++);
        }

        void follow(TableContext changed, long address, Row image) {
            if (changed == context) {
                for (int i = 0; i < taken; i++) {
                    scans.get(i).follow(address, image);
                }
            }
        }

        void endAll() {
            for (int i = 0; i < taken; i++) {
                scans.get(i).end();
            }
            taken = 0;
        }
    }
}
