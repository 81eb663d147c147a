package io.baton.deploy.serve;

import io.baton.deploy.command.EventLog;
import io.baton.deploy.report.Figures;
import io.baton.engine.Engine;
import io.baton.engine.EngineStoppedException;
import io.baton.engine.Store;
import io.baton.storage.recovery.RecoveryReport;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells a log what becomes of a server's engine: looks at it now and then, and tells what is new. So nothing waits for
 * the log, least of all an engine that is about to stop. One thread.
 */
final class EngineEvents {

    private final Engine engine;
    private final EventLog log;
    private boolean stopped;
    private @Nullable Throwable checkpointFailure;
    /** In words, as each attempt fails anew. */
    private @Nullable String archiveFailure;

    EngineEvents(Engine engine, EventLog log) {
        this.engine = engine;
        this.log = log;
    }

    /** Tells how the engine was opened. */
    void opened() {
        final Optional<Store> store = engine.store();
        if (store.isEmpty()) {
            log.info("there is no data directory: tables are in memory only, and end with the server");
            return;
        }
        final RecoveryReport report = store.get().recovery();
        log.info(report.created() ? "a new store was made"
            : "recovery is done: " + Figures.count(report.checkpointRows())
                + " rows of checkpoint " + report.checkpoint() + " and " + Figures.count(report.transactions())
                + " transactions of the log in " + Figures.seconds(report.nanos() / 1e9) + "; the store was "
                + (report.closed() ? "closed in order" : "not closed in order"));
        report.damagedCheckpoints().forEach(why -> log.warn("a checkpoint was passed over: " + why));
        report.upgrades().forEach(log::info);
        if (report.tornBytes() > 0) {
            log.warn(Figures.count(report.tornBytes())
                + " bytes behind the log's end were cut off; nobody was told that they are safe");
        }
    }

    /** Tells what is new. */
    void look() {
        final Throwable checkpoint = engine.store().flatMap(Store::checkpointFailure).orElse(null);
        tell(checkpointFailure, checkpoint, "a checkpoint has failed, and is tried again when it is time: ",
            "checkpoints are written again");
        checkpointFailure = checkpoint;
        final String archive =
            engine.store().map(store -> store.archive().failure()).map(Throwable::toString).orElse(null);
        tell(archiveFailure, archive, "a segment of the log could not be copied to the archive: ",
            "the log is copied to the archive again");
        archiveFailure = archive;
        final EngineStoppedException end = stopped ? null : EngineStoppedException.of(engine).orElse(null);
        if (end != null) {
            stopped = true;
            log.error(String.valueOf(end.getMessage()));
        }
    }

    /** Tells of a failure that is another one than before, and that it is over. */
    private void tell(@Nullable Object before, @Nullable Object now, String failed, String over) {
        if (now != null && !now.equals(before)) {
            log.error(failed + now);
        } else if (now == null && before != null) {
            log.info(over);
        }
    }
}
