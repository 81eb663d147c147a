package io.baton.storage.recovery;

import io.baton.park.Workers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * The parameters of a restore.
 *
 * @param backup the directory of a backup, or of a store that no process has open; it is locked meanwhile and stays
 *     as it is
 * @param logs where the log behind the backup is: the store's archive, the directory {@code log} of the store that the
 *     backup was made of, also while an engine has it open, or any with copies of its segments. Of a segment that is in
 *     several, the first counts; so an archive stands before the log. Empty for what the backup itself has
 * @param directory where to make the new store: a directory that is empty or not there
 * @param target up to where
 * @param ids draws the id of the new store, at random
 * @param clock measures the phases
 * @param wallClock gives the time of the new store's checkpoint
 * @param threads fill tables, at most as many at once as there are tables
 * @param progress is told how far it has come; the new store's writing is not told
 */
public record RestoreConfig(Path backup, List<Path> logs, Path directory, RestoreTarget target, Supplier<UUID> ids,
        NanoClock clock, InstantSource wallClock, Workers threads, RecoveryProgress progress) {
}
