package io.baton.engine;

import io.baton.engine.transaction.CallIds;
import io.baton.engine.transaction.EngineHistory;
import io.baton.engine.transaction.EngineTable;
import io.baton.engine.transaction.EngineTables;
import io.baton.engine.transaction.RedoLog;
import io.baton.storage.Storage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What an open engine is made of, opened in this order, and closed the other way round. */
final class EngineParts implements AutoCloseable {

    final EngineConfig config;
    final Storage storage;
    final EngineTables tables;
    /** Null if no history is recorded. */
    final @Nullable EngineHistory history;
    final CoordinatorPool pool;
    /** Null if the engine is not durable. */
    final @Nullable Store store;
    private final OpenParts open = new OpenParts();

    EngineParts(EngineBuilder builder) {
        config = builder.config();
        boolean complete = false;
        try {
            store = builder.data == null ? null : new Store(builder.data, builder, config.state(), open);
            storage = store == null ? open.add(builder.openStorage()) : store.storage();
            tables = new EngineTables(IntStream.range(0, builder.tables.size())
                .mapToObj(i -> new EngineTable(storage.table(builder.tables.get(i).schema()), i))
                .toList());
            history = builder.history == null ? null
                : open.add(new EngineHistory(builder.history, builder.historyOutput, tables.all(), builder.clock,
                    builder.clientsMax, builder.threads.apply(EngineThread.HISTORY)));
            final EmbeddedLocks locks = open.add(new EmbeddedLocks(builder));
            final RedoLog redo = store == null ? null : store.startLog(locks.table().slots());
            final CallIds ids = store == null ? CallIds.inMemory() : store.callIds();
            pool = open.add(new CoordinatorPool(tables, storage, locks.table(), builder, config,
                new PoolPlaces(ids, config, history), redo));
            if (store != null) {
                store.startCheckpoints();
            }
            complete = true;
        } finally {
            if (!complete) {
                open.close();
            }
        }
    }

    @Override
    public void close() {
        open.close();
    }
}
