package io.baton.engine;

import io.baton.engine.transaction.EngineState;
import io.baton.engine.transaction.RedoLog;
import io.baton.storage.Storage;
import io.baton.storage.Table;
import io.baton.storage.checkpoint.CheckpointWriter;
import io.baton.storage.codec.RowEncoder;
import io.baton.storage.log.Log;
import io.baton.storage.log.LogConfig;
import io.baton.storage.log.LogStatistics;
import io.baton.storage.recovery.Recovered;
import io.baton.storage.recovery.Recovery;
import io.baton.storage.recovery.RecoveryReport;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The data directory of an open engine. Thread-safe; usable as long as the engine is open. */
public final class Store {

    private final DataDirectory directory;
    private final EngineBuilder builder;
    private final Recovered recovered;
    private final EngineState state;
    private final Checkpoints checkpoints;
    private @Nullable RedoLog redoLog;
    private @Nullable Answers answers;
    /** Whether the tables may have rows that neither a checkpoint nor the log has. */
    private volatile boolean unsaved;

    Store(DataDirectory directory, EngineBuilder builder, EngineState state) {
        this.directory = directory;
        this.builder = builder;
        this.state = state;
        this.recovered = Recovery.open(null);
        this.checkpoints = new Checkpoints(this::write, this::logEnd, directory.checkpointEveryNanos,
            directory.checkpointLogBytes, builder.clock);
    }
}
