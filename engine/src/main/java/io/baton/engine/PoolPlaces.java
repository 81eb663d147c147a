package io.baton.engine;

import io.baton.engine.transaction.CallIdentity;
import io.baton.engine.transaction.CallIds;
import io.baton.engine.transaction.EngineHistory;
import io.baton.engine.transaction.NoHistory;
import io.baton.engine.transaction.TransactionHistory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the places of a pool keep when their coordinators break: a call of the next one is a new call of the same
 * client. One thread at a time.
 */
final class PoolPlaces {

    private final CallIds ids;
    private final EngineConfig config;
    private final @Nullable EngineHistory history;
    private final List<Place> places = new ArrayList<>();

    /** One place. */
    record Place(CallIdentity identity, TransactionHistory history) {
    }

    PoolPlaces(CallIds ids, EngineConfig config, @Nullable EngineHistory history) {
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
