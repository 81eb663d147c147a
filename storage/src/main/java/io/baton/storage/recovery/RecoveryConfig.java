package io.baton.storage.recovery;

import io.baton.park.Workers;
import io.baton.storage.Storage;
import io.baton.storage.column.Column;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * The parameters of a recovery.
 *
 * @param directory the store's directory; if it is not there or empty, a new store is made
 * @param tables opens a storage with empty tables of the wanted schemas. It is called again if a checkpoint turns out
 *     to be damaged after tables were filled
 * @param defaults values for columns that a store may not have yet, as {@link io.baton.storage.Row#setValue} takes them
 * @param ids draws the id of a new store, at random
 * @param clock measures the phases
 * @param wallClock gives the time of a new store's first checkpoint
 * @param threads fill tables and build indexes, at most as many at once as there are tables or indexes
 * @param progress is told how far it has come
 */
public record RecoveryConfig(Path directory, Supplier<Storage> tables, Map<? extends Column, ?> defaults,
        Supplier<UUID> ids, NanoClock clock, InstantSource wallClock, Workers threads,
        RecoveryProgress progress) {
}
