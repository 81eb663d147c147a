package io.baton.deploy.open;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.storage.recovery.RecoveryProgress;
import io.baton.workload.RunLength;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a run keeps its data, and how.
 *
 * @param directory the store's directory
 * @param durability what transactions wait for
 * @param checkpointEvery the time from one checkpoint to the next, or nothing for the engine's default
 * @param tuning the rest
 */
public record DataSettings(Path directory, Durability durability, Optional<Duration> checkpointEvery,
        LogTuning tuning) {

    /** For how much work tables are laid out: a store lives longer than a run. */
    public static final RunLength LENGTH = new RunLength(Duration.ZERO, Duration.ofHours(24), RunLength.UNCOUNTED);

    /**
     * Makes settings where the rest is as usual.
     *
     * @param directory the store's directory
     * @param durability what transactions wait for
     * @param checkpointEvery the time from one checkpoint to the next, or nothing for the engine's default
     */
    public DataSettings(Path directory, Durability durability, Optional<Duration> checkpointEvery) {
        this(directory, durability, checkpointEvery, LogTuning.NONE);
    }

    DataDirectory directory(RecoveryProgress progress) {
        final DataDirectory data = new DataDirectory(directory).durability(durability).progress(progress);
        checkpointEvery.ifPresent(data::checkpointEvery);
        tuning.apply(data);
        return data;
    }

    /** The mode as the command line spells it. */
    String durabilityName() {
        return durability.name().toLowerCase(Locale.ROOT);
    }
}
