package io.baton.deploy.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.deploy.CommandRun;
import io.baton.deploy.command.EventLog;
import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Store;
import io.baton.engine.Transaction;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a server's log tells of its engine, and of libraries. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class EngineEventsTest {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("thing");
    private static final LongColumn ID = SCHEMA.int64("id");
    private static final TableSchema THING = SCHEMA.primaryKey(ID.bits(40)).build();

    /** Writes a row. */
    public static final class Put {
        public long run(Transaction transaction, long id) {
            transaction.insert(THING, THING.key(id));
            return id;
        }
    }

    private static final int FILES = 1_000;

    private final CommandRun run = new CommandRun();
    private final CrashDisk disk = new CrashDisk();

    private Engine open(Durability durability, Duration checkpoints) {
        return Engine.builder().table(THING, 1_000).data(new DataDirectory(disk.process().getPath("/store"))
            .durability(durability).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN).checkpointEvery(checkpoints)).open();
    }

    private List<String> lines() {
        return run.err().lines().map(line -> line.substring("2026-09-21T14:13:20.000Z ".length())).toList();
    }

    @Test
    void recoveryIsTold() {
        try (EventLog log = EventLog.open(run.context)) {
            try (Engine engine = open(Durability.GROUP, Duration.ofHours(1))) {
                new EngineEvents(engine, log).opened();
                engine.call(engine.register(new Put(), Long.class), 1L);
            }
            try (Engine engine = open(Durability.GROUP, Duration.ofHours(1))) {
                final EngineEvents events = new EngineEvents(engine, log);
                events.opened();
                events.look();
            }
        }
        assertThat(run.err()).startsWith("2026-09-21T14:13:20.000Z INFO  a new store was made\n");
        assertThat(lines()).hasSize(2).last().asString()
            .matches("INFO  recovery is done: 0 rows of checkpoint \\d+ and 1 "
                + "transactions of the log in .* s; the store was closed in order");
    }

    @Test
    void aFullDiskStopsTheEngineAndIsToldOnce() {
        try (EventLog log = EventLog.open(run.context)) {
            final Engine engine = open(Durability.GROUP, Duration.ofHours(1));
            final Procedure<Long> put = engine.register(new Put(), Long.class);
            final EngineEvents events = new EngineEvents(engine, log);
            engine.call(put, 1L);
            events.look();
            assertThat(run.err()).isEmpty();
            disk.inject(Fault.any(1, Fault.DISK_FULL).andAllThatFollow());
            assertThat(catchThrowable(() -> engine.call(put, 2L))).isNotNull();
            while (run.err().isEmpty()) {
                events.look();
            }
            events.look();
            assertThat(catchThrowable(engine::close)).isNotNull();
        }
        assertThat(lines()).hasSize(1).first().asString()
            .startsWith("ERROR the engine has stopped, because its tables, "
                + "locks or log can no longer be trusted after ")
            .contains("because the disk is full");
    }

    /** No new file can be made: the log goes on in the one that it has, as long as there are few calls. */
    private void refuseFiles() {
        for (int file = 1; file <= FILES; file++) {
            disk.inject(Fault.of(DiskOperationKind.CREATE, file, Fault.DISK_FULL));
        }
    }

    @Test
    void aCheckpointThatFailsIsToldAndThatTheNextOneDoesNot() throws InterruptedException {
        try (EventLog log = EventLog.open(run.context);
            Engine engine = open(Durability.ASYNC, Duration.ofMillis(1))) {
            final Procedure<Long> put = engine.register(new Put(), Long.class);
            engine.call(put, 1L);
            final EngineEvents events = new EngineEvents(engine, log);
            refuseFiles();
            engine.call(put, 2L);
            while (run.err().isEmpty()) {
                events.look();
            }
            disk.clearFaults();
            engine.call(put, 3L);
            while (lines().size() < 2) {
                events.look();
            }
        }
        assertThat(lines()).hasSize(2);
        assertThat(lines().getFirst()).startsWith("ERROR a checkpoint has failed, and is tried again when it is time: ")
            .contains("No space left on device");
        assertThat(lines().getLast()).isEqualTo("INFO  checkpoints are written again");
    }

    /** Attempts that fail for the same reason are one event. */
    @Test
    void anArchiveThatTakesNothingIsToldAndThatItDoesAgain() throws IOException {
        final Path archive = disk.process().getPath("/archive");
        try (EventLog log = EventLog.open(run.context);
            Engine engine = Engine.builder().table(THING, 1_000_000)
                .data(new DataDirectory(disk.process().getPath("/store")).durability(Durability.ASYNC)
                    .segmentBytes(DataDirectory.SEGMENT_BYTES_MIN).checkpointEvery(Duration.ofHours(1))
                    .archive(archive))
                .open()) {
            final Procedure<Long> put = engine.register(new Put(), Long.class);
            final Store store = engine.store().orElseThrow();
            final EngineEvents events = new EngineEvents(engine, log);
            Files.delete(archive);
            for (long id = 0; store.archive().waiting() == 0; id++) {
                engine.call(put, id);
            }
            while (run.err().isEmpty()) {
                events.look();
            }
            Files.createDirectory(archive);
            while (lines().size() < 2) {
                events.look();
            }
        }
        assertThat(lines()).hasSize(2);
        assertThat(lines().getFirst()).startsWith("ERROR a segment of the log could not be copied to the archive: ")
            .contains("/archive");
        assertThat(lines().getLast()).isEqualTo("INFO  the log is copied to the archive again");
    }

    /** slf4j's lines come here by the JDK's logging. */
    @Test
    void whatIsLoggedByOthersIsALineIfItIsAWarningAndBatonsOwnInAnyCase() {
        final Logger foreign = Logger.getLogger("org.example.library");
        final org.slf4j.Logger own = org.slf4j.LoggerFactory.getLogger("io.baton.example.Thing");
        try (EventLog log = EventLog.open(run.context)) {
            log.info("one\nERROR two");
            foreign.info("quiet");
            foreign.log(java.util.logging.Level.SEVERE, "loud {0}", 1);
            own.info("told {}", 2);
            own.warn("failed", new IllegalStateException("why\nnot"));
        }
        foreign.severe("nobody listens any more");
        assertThat(lines()).containsExactly("INFO  one ERROR two", "ERROR org.example.library: loud 1",
            "INFO  io.baton.example.Thing: told 2",
            "WARN  io.baton.example.Thing: failed: java.lang.IllegalStateException: why not");
    }
}
