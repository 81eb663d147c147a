package io.baton.engine;

import io.baton.lock.LockClient;
import io.baton.lock.LockTable;
import io.baton.storage.RowArena;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the parts of a transaction context. Tests of the history checker put parts with planted mistakes in their
 * place; nothing else does.
 */
class Parts {

    LockSet lockSet(LockClient client, LockTable table) {
        return new LockSet(client, table, new Restart());
    }

    Coordinator coordinator(List<EngineTable> tables, LockSet locks, RowArena arena, boolean audited,
            @Nullable ClientHistory history) {
        return new Coordinator(new Tables(tables), locks, arena, audited, history);
    }
}
