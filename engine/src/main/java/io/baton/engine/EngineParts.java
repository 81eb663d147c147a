package io.baton.engine;

import io.baton.engine.history.EngineHistory;
import io.baton.engine.history.TransactionHistory;
import io.baton.engine.thread.EngineThread;
import io.baton.engine.transaction.CallIdentity;
import io.baton.engine.transaction.EngineTable;
import io.baton.engine.transaction.EngineTables;
import io.baton.engine.transaction.NoHistory;
import io.baton.engine.transaction.RedoLog;
import io.baton.engine.transaction.Shard;
import io.baton.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What an open engine is made of, opened in this order, and closed the other way round. */
final class EngineParts implements AutoCloseable {

    final EngineConfig config;
    final Storage storage;
    final EngineTables tables;
    final Shard shard;
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
                : open.add(builder.history.open(tables.all().stream().map(table -> table.rows).toList(),
                    builder.clientsMax, builder.clock, builder.threads.apply(EngineThread.HISTORY),
                    builder.parking));
            final EmbeddedLocks locks = open.add(new EmbeddedLocks(builder));
            final RedoLog redo = store == null ? null : store.startLog(locks.table().slots());
            final CallIdentity.Ids ids = store == null ? CallIdentity.Ids.inMemory() : store.callIds();
            shard = new Shard(tables, storage, locks.table(), redo, config.state(), config.assertions(),
                config.tracer() != null);
            pool = open.add(new CoordinatorPool(shard, builder, config, new Places(ids, config, history)));
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

    /** Closes all parts, or up to the store, if that could not be saved: then it is tried again by the next call. */
    void closeOrKeep() {
        open.closeOrKeep();
    }

    /** Closes all parts, whatever is lost with them. */
    @Override
    public void close() {
        open.close();
    }

    boolean areClosed() {
        return open.isEmpty();
    }

    /**
     * What the places of a pool keep when their coordinators break: a call of the next one is a new call of the same
     * client. One thread at a time.
     */
    static final class Places {

        private final CallIdentity.Ids ids;
        private final EngineConfig config;
        private final @Nullable EngineHistory history;
        private final List<Place> places = new ArrayList<>();

        /** One place. */
        record Place(CallIdentity identity, TransactionHistory history) {
        }

        Places(CallIdentity.Ids ids, EngineConfig config, @Nullable EngineHistory history) {
            this.ids = ids;
            this.config = config;
            this.history = history;
        }

        /** Returns a place; one that is new has the next number. */
        Place place(int number) {
            if (number == places.size()) {
                places.add(new Place(new CallIdentity(ids, config.wallClock(), config.clock()),
                    history == null ? new NoHistory() : history.client()));
            }
            return places.get(number);
        }
    }
}
