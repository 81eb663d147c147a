package io.baton.engine.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Store;
import io.baton.storage.recovery.BackupReport;
import io.baton.storage.recovery.RecoveryException;
import io.baton.testing.disk.CrashDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Backups of engines that go on working. */
@Timeout(120)
class BackupTest {

    private static final long ACCOUNTS = 200;
    private static final long BALANCE = 1_000;
    private static final int CLIENTS = 4;
    /** Each client counts its calls in an account of its own. */
    private static final long COUNTERS = 1_000;

    private final Path temporary = new CrashDisk().process().getPath("/disk");
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<AtomicLong> answered = new ArrayList<>();

    private static Store store(Ledger ledger) {
        return ledger.engine.store().orElseThrow();
    }

    private Ledger open(Durability durability) {
        final Ledger ledger = Ledger.open(temporary.resolve("store"), durability);
        try (Loader loader = ledger.engine.loader()) {
            for (long id = 1; id <= ACCOUNTS; id++) {
                loader.insert(loader.row(Ledger.ACCOUNTS, id).set(Ledger.BALANCE, BALANCE).set(Ledger.OWNER, "x"));
            }
            for (int client = 0; client < CLIENTS; client++) {
                loader.insert(loader.row(Ledger.ACCOUNTS, COUNTERS + client).set(Ledger.OWNER, "counter"));
                answered.add(new AtomicLong());
            }
        }
        ledger.engine.session().close();
        return ledger;
    }

    /** Moves money to and fro, and counts what was answered; until it is stopped or the engine closes. */
    private void work(Ledger ledger, int client) {
        final SplittableRandom random = new SplittableRandom(client);
        while (!stopped.get()) {
            final long from = 1 + random.nextLong(ACCOUNTS);
            ledger.engine.call(ledger.transfer, from, 1 + from % ACCOUNTS, random.nextLong(10));
            final long next = answered.get(client).get() + 1;
            ledger.engine.call(ledger.put, COUNTERS + client, next, "counter");
            answered.get(client).set(next);
        }
    }

    private CompletableFuture<Void> startClients(Ledger ledger) {
        final List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            final int number = client;
            clients.add(CompletableFuture.runAsync(() -> work(ledger, number)));
        }
        return CompletableFuture.allOf(clients.toArray(CompletableFuture[]::new));
    }

    private List<Long> answers() {
        return answered.stream().map(AtomicLong::get).toList();
    }

    /** The sum is what it was, and what was answered before is there. */
    private static void assertConsistent(Path directory, List<Long> answeredBefore) {
        final Ledger copy = Ledger.open(directory, Durability.GROUP);
        try (copy.engine) {
            assertThat(store(copy).recovered()).isTrue();
            long sum = 0;
            for (long id = 1; id <= ACCOUNTS; id++) {
                sum += copy.balance(id);
            }
            assertThat(sum).isEqualTo(ACCOUNTS * BALANCE);
            for (int client = 0; client < CLIENTS; client++) {
                assertThat(copy.balance(COUNTERS + client)).isGreaterThanOrEqualTo(answeredBefore.get(client));
            }
            // It goes on.
            copy.engine.call(copy.put, 1L, BALANCE + 1, "another");
        }
        final Ledger again = Ledger.open(directory, Durability.GROUP);
        try (again.engine) {
            assertThat(again.balance(1)).isEqualTo(BALANCE + 1);
        }
    }

    @ParameterizedTest
    @Tag("thorough")
    @EnumSource(value = Durability.class, names = {"ASYNC", "GROUP"})
    void aBackupUnderLoadIsConsistent(Durability durability) throws InterruptedException {
        final Ledger ledger = open(durability);
        final List<List<Long>> before = new ArrayList<>();
        try (ledger.engine) {
            final CompletableFuture<Void> clients = startClients(ledger);
            for (int i = 0; i < 3; i++) {
                Thread.sleep(50);
                before.add(answers());
                final BackupReport report = store(ledger).backup(temporary.resolve("backup" + i));
                assertThat(report.rows()).isPositive();
                store(ledger).checkpoint();
            }
            stopped.set(true);
            clients.join();
        }
        for (int i = 0; i < 3; i++) {
            assertConsistent(temporary.resolve("backup" + i), before.get(i));
        }
        assertConsistent(temporary.resolve("store"), answers());
    }

    @Test
    void withoutALogThereIsNoBackup() {
        final Ledger ledger = open(Durability.NONE);
        try (ledger.engine) {
            assertThatIllegalStateException().isThrownBy(() -> store(ledger).backup(temporary.resolve("backup")))
                .withMessageContaining("Durability.NONE");
        }
        assertThat(Files.exists(temporary.resolve("backup"))).isFalse();
    }

    @Test
    void theDirectoryMustBeEmptyAndAFileIsNoDirectory() throws Exception {
        final Path full = Files.createDirectories(temporary.resolve("full"));
        Files.writeString(full.resolve("letter.txt"), "Dear reader");
        final Ledger ledger = open(Durability.GROUP);
        try (ledger.engine) {
            assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> store(ledger).backup(full))
                .withMessageContainingAll(full.toString(), "is not empty", "letter.txt");
            assertThatExceptionOfType(RecoveryException.class)
                .isThrownBy(() -> store(ledger).backup(temporary.resolve("store")))
                .withMessageContaining("is not empty");
            ledger.engine.call(ledger.put, 1L, BALANCE, "goes on");
            store(ledger).backup(Files.createDirectory(temporary.resolve("empty")));
            assertThatExceptionOfType(RecoveryException.class)
                .isThrownBy(() -> store(ledger).backup(temporary.resolve("empty")));
        }
        assertConsistent(temporary.resolve("empty"), answers());
    }

    @Test
    void closingWaitsForABackupAndThenThereIsNone() throws InterruptedException {
        for (int i = 0; i < 8; i++) {
            final Path backup = temporary.resolve("backup" + i);
            final Ledger ledger = Ledger.open(temporary.resolve("store" + i), Durability.GROUP);
            final Store store = store(ledger);
            ledger.engine.call(ledger.put, 1L, BALANCE, "x");
            final CountDownLatch begins = new CountDownLatch(1);
            final CompletableFuture<BackupReport> result = CompletableFuture.supplyAsync(() -> {
                begins.countDown();
                return store.backup(backup);
            });
            begins.await();
            ledger.engine.close();
            final Throwable failure = result.handle((report, thrown) -> thrown).join();
            if (failure == null) {
                assertOneAccount(backup);
            } else {
                assertThat(failure).hasRootCauseInstanceOf(IllegalStateException.class)
                    .hasStackTraceContaining("the engine is closed");
                assertThat(Files.exists(backup)).isFalse();
            }
            assertThatIllegalStateException().isThrownBy(() -> store.backup(temporary.resolve("late")))
                .withMessageContaining("closed");
            assertThatIllegalStateException().isThrownBy(store::checkpoint).withMessageContaining("closed");
        }
        assertThat(Files.exists(temporary.resolve("late"))).isFalse();
    }

    private static void assertOneAccount(Path backup) {
        final Ledger copy = Ledger.open(backup, Durability.GROUP);
        try (Engine engine = copy.engine) {
            assertThat(engine.rows(Ledger.ACCOUNTS)).isEqualTo(1);
            assertThat(copy.balance(1)).isEqualTo(BALANCE);
        }
    }
}
