package io.baton.engine.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Loader;
import io.baton.engine.Session;
import io.baton.engine.SystemAbortedException;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.recovery.ClosedBackup;
import io.baton.testing.disk.CrashDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An interrupt closes no file of a store and loses nothing, in whatever operation and at whatever moment it comes. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InterruptedStoreTest {
    private static final long LOADED = 200;
    private static final long CALLED = 20;

    /** What the interrupted thread does. */
    enum Operation {
        OPEN, LOAD, FIRST_CALL, CALL, SESSION, INSERT_ALL, CHECKPOINT, BACKUP, ADD_TABLE, ADD_INDEX, DROP_INDEX,
        CLOSE, CLOSED_BACKUP, REOPEN
    }

    /** When and how it is interrupted. */
    enum When {
        BEFORE, AGAIN_AND_AGAIN, BEFORE_ON_A_VIRTUAL_THREAD, AGAIN_AND_AGAIN_ON_A_VIRTUAL_THREAD;

        boolean isBefore() {
            return this == BEFORE || this == BEFORE_ON_A_VIRTUAL_THREAD;
        }

        boolean isVirtual() {
            return this == BEFORE_ON_A_VIRTUAL_THREAD || this == AGAIN_AND_AGAIN_ON_A_VIRTUAL_THREAD;
        }
    }

    private Operation interrupted = Operation.CLOSE;
    private When when = When.BEFORE;

    private static TableSchema notes() {
        final TableSchema.Builder notes = TableSchema.named("notes");
        notes.primaryKey(notes.int64("id").bits(40));
        return notes.build();
    }

    /** Does something on a thread that is interrupted if it is the operation's turn. */
    private void doing(Operation operation, Runnable work) {
        if (operation != interrupted) {
            work.run();
            return;
        }
        final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        final AtomicBoolean stillInterrupted = new AtomicBoolean();
        final Runnable whole = () -> {
            try {
                if (when.isBefore()) {
                    Thread.currentThread().interrupt();
                }
                while (!Thread.currentThread().isInterrupted()) {
                    // The others have begun when this one has been interrupted once.
                    Thread.yield();
                }
                work.run();
            } catch (Throwable e) {
                failure.set(e);
            } finally {
                stillInterrupted.set(Thread.interrupted());
            }
        };
        final Thread thread = when.isVirtual() ? Thread.ofVirtual().unstarted(whole)
            : Thread.ofPlatform().unstarted(whole);
        thread.start();
        while (thread.isAlive()) {
            if (!when.isBefore()) {
                thread.interrupt();
            }
            Thread.onSpinWait();
        }
        final Throwable thrown = failure.get();
        final boolean documented = operation == Operation.ADD_INDEX && thrown instanceof SystemAbortedException aborted
            && aborted.reason() == AbortReason.CANCELLED;
        if (thrown != null && !documented) {
            throw new AssertionError(operation + " has failed", thrown);
        }
        assertThat(stillInterrupted).as("the thread is interrupted afterwards").isTrue();
    }

    private static void load(Engine engine, long from, long to) {
        try (Loader loader = engine.loader()) {
            for (long id = from; id < to; id++) {
                loader.insert(loader.row(Ledger.ACCOUNTS, id).set(Ledger.BALANCE, id).set(Ledger.OWNER, "o" + id));
            }
        }
    }

    private static Stream<Arguments> cases() {
        final List<Arguments> cases = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            for (When when : When.values()) {
                for (Durability durability : Durability.values()) {
                    cases.add(Arguments.of(operation, when, durability));
                }
            }
        }
        return cases.stream();
    }

    private static Stream<Arguments> quickCases() {
        return cases()
            .filter(one -> one.get()[0] == Operation.CLOSE && one.get()[1] != When.BEFORE_ON_A_VIRTUAL_THREAD);
    }

    @ParameterizedTest
    @MethodSource("quickCases")
    void nothingIsLostWhenAnInterruptedThreadCloses(Operation operation, When moment, Durability durability) {
        nothingIsLost(operation, moment, durability);
    }

    @Tag("thorough")
    @ParameterizedTest
    @MethodSource("cases")
    void nothingIsLost(Operation operation, When moment, Durability durability) {
        interrupted = operation;
        when = moment;
        final var disk = new CrashDisk().process();
        final Path directory = disk.getPath("/store");
        final Path archive = disk.getPath("/archive");
        final AtomicReference<Ledger> opened = new AtomicReference<>();
        doing(Operation.OPEN, () -> opened.set(open(directory, archive, durability)));
        final Ledger ledger = Objects.requireNonNull(opened.get());
        doing(Operation.LOAD, () -> load(ledger.engine, 0, LOADED));
        doing(Operation.FIRST_CALL, () -> ledger.engine.call(ledger.put, LOADED, LOADED, "first"));
        doing(Operation.CALL, () -> put(ledger, LOADED + 1));
        doing(Operation.SESSION, () -> {
            try (Session session = ledger.engine.session()) {
                session.call(ledger.put, LOADED + 1 + CALLED, LOADED + 1 + CALLED, "session");
            }
        });
        doing(Operation.INSERT_ALL, () -> ledger.engine.insertAll(insert -> {
            final long id = LOADED + 2 + CALLED;
            insert.insert(insert.row(Ledger.ACCOUNTS, id).set(Ledger.BALANCE, id));
        }));
        long rows = LOADED + 3 + CALLED;
        if (durability != Durability.NONE) {
            doing(Operation.CHECKPOINT, () -> ledger.engine.store().orElseThrow().checkpoint());
            doing(Operation.BACKUP, () -> ledger.engine.store().orElseThrow().backup(disk.getPath("/backup")));
        }
        final TableSchema notes = notes();
        doing(Operation.ADD_TABLE, () -> ledger.engine.catalog().addTable(notes, 100));
        final IndexSchema index = Ledger.ACCOUNTS.newIndex("by_balance", 1, Ledger.BALANCE.bits(40));
        doing(Operation.ADD_INDEX, () -> ledger.engine.catalog().addIndex(index));
        doing(Operation.DROP_INDEX, () -> ledger.engine.catalog().dropIndex(Ledger.BY_OWNER));
        put(ledger, rows);
        rows += CALLED;
        doing(Operation.CLOSE, ledger.engine::close);
        ledger.engine.close();
        doing(Operation.CLOSED_BACKUP, () -> ClosedBackup.write(directory, disk.getPath("/closed")));
        doing(Operation.REOPEN, () -> opened.set(new Ledger(
            builder(directory, archive, durability).table(notes, 100).open())));
        check(Objects.requireNonNull(opened.get()), rows);
        check(new Ledger(Ledger.builder(disk.getPath("/closed"), durability).table(notes, 100).open()), rows);
        if (durability != Durability.NONE) {
            check(Ledger.open(disk.getPath("/backup"), durability), LOADED + 3 + CALLED);
        }
    }

    private static EngineBuilder builder(Path directory, Path archive, Durability durability) {
        return Engine.builder().table(Ledger.ACCOUNTS, 10_000).data(new DataDirectory(directory).durability(durability)
            .archive(archive).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN));
    }

    private static Ledger open(Path directory, Path archive, Durability durability) {
        return new Ledger(builder(directory, archive, durability).open());
    }

    private static void put(Ledger ledger, long from) {
        for (long id = from; id < from + CALLED; id++) {
            assertThat(ledger.engine.call(ledger.put, id, id, "o" + id)).isEqualTo(id);
        }
    }

    private static void check(Ledger ledger, long rows) {
        try (ledger.engine) {
            assertThat(ledger.engine.rows(Ledger.ACCOUNTS)).isEqualTo(rows);
            for (long id = 0; id < rows; id++) {
                assertThat(ledger.balance(id)).isEqualTo(id);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void onTheMachinesDiskNothingIsLostEither(Durability durability, @TempDir Path folder) {
        when = When.AGAIN_AND_AGAIN;
        interrupted = Operation.OPEN;
        final AtomicReference<Ledger> opened = new AtomicReference<>();
        doing(Operation.OPEN, () -> opened.set(open(folder.resolve("data"), folder.resolve("archive"), durability)));
        final Engine engine = Objects.requireNonNull(opened.get()).engine;
        load(engine, 0, LOADED);
        interrupted = Operation.CLOSE;
        doing(Operation.CLOSE, engine::close);
        check(open(folder.resolve("data"), folder.resolve("archive"), durability), LOADED);
    }

    /** As a program does that interrupts all threads that it finds: those of an engine are among them. */
    @Test
    void theEnginesOwnThreadsCannotBeInterrupted(@TempDir Path folder) {
        final Ledger ledger = new Ledger(Engine.builder().table(Ledger.ACCOUNTS, 10_000).data(
            new DataDirectory(folder.resolve("data")).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN)
                .checkpointEvery(Duration.ofMillis(1)))
            .open());
        final AtomicBoolean over = new AtomicBoolean();
        final Thread interrupter = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("baton-"))
                    .forEach(Thread::interrupt);
            }
        });
        try (ledger.engine) {
            put(ledger, 0);
            ledger.engine.store().orElseThrow().checkpoint();
            put(ledger, CALLED);
            assertThat(ledger.engine.store().orElseThrow().checkpointFailure()).isEmpty();
        } finally {
            over.set(true);
            while (interrupter.isAlive()) {
                Thread.onSpinWait();
            }
        }
        check(Ledger.open(folder.resolve("data"), Durability.GROUP), 2 * CALLED);
    }
}
