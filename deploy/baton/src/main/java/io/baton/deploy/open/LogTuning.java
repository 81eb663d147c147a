package io.baton.deploy.open;

import io.baton.engine.DataDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What may be set of a store's log and checkpoints; where nothing is given, the engine's default holds.
 *
 * @param forceEvery the time between forces with async
 * @param checkpointLogBytes by how much the log grows until a checkpoint is due
 * @param checkpointBytesPerSecond how fast checkpoints in the background are written
 * @param segmentBytes the size of the log's files
 * @param archive where finished segments are copied
 */
public record LogTuning(Optional<Duration> forceEvery, OptionalLong checkpointLogBytes,
        OptionalLong checkpointBytesPerSecond, OptionalLong segmentBytes, Optional<Path> archive) {

    /** All as usual. */
    public static final LogTuning NONE = new LogTuning(Optional.empty(), OptionalLong.empty(), OptionalLong.empty(),
        OptionalLong.empty(), Optional.empty());

    void apply(DataDirectory data) {
        forceEvery.ifPresent(data::forceEvery);
        checkpointLogBytes.ifPresent(data::checkpointLogBytes);
        checkpointBytesPerSecond.ifPresent(data::checkpointBytesPerSecond);
        segmentBytes.ifPresent(data::segmentBytes);
        archive.ifPresent(data::archive);
    }
}
