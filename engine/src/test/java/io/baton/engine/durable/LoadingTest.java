package io.baton.engine.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.BulkLoad;
import io.baton.engine.Durability;
import io.baton.engine.Loader;
import io.baton.engine.Store;
import io.baton.testing.disk.CrashDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a store keeps of loading that fails, is refused or goes on. */
@Timeout(60)
class LoadingTest {

    private final Path directory = new CrashDisk().process().getPath("/store");

    private Ledger open(Durability durability) {
        return Ledger.open(directory, durability);
    }

    private static void insert(Loader loader, long id) {
        loader.insert(loader.row(Ledger.ACCOUNTS, id).set(Ledger.BALANCE, id));
    }

    private void assertRows(Durability durability, long rows) {
        final Ledger again = open(durability);
        try (again.engine) {
            assertThat(again.engine.rows(Ledger.ACCOUNTS)).isEqualTo(rows);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aLoadThatIsRefusedTakesNothingAway(Durability durability) {
        final Ledger ledger = open(durability);
        try (ledger.engine) {
            ledger.engine.call(ledger.put, 1L, 10L, "x");
            assertThatIllegalStateException()
                .isThrownBy(() -> BulkLoad.run(ledger.engine, 2, LoadingTest::loadPart, rows -> {}))
                .withMessageContaining("the engine is running");
        }
        assertRows(durability, 1);
    }

    /** A load of four parts, which fails in the third. */
    private static void loadAPart(Ledger ledger) {
        assertThatIllegalStateException().isThrownBy(() -> BulkLoad.run(ledger.engine, 4, 1, (part, loader) -> {
            loadPart(part, loader);
            if (part == 2) {
                throw new IllegalArgumentException("no more");
            }
        }, rows -> {})).withMessageContaining("no more");
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void ofALoadThatFailsNothingIsKept(Durability durability) {
        final Ledger ledger = open(durability);
        try (ledger.engine) {
            loadAPart(ledger);
        }
        assertRows(durability, 0);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aLoadThatFailsIsKeptIfCallsAreMadeOnIt(Durability durability) {
        final Ledger ledger = open(durability);
        try (ledger.engine) {
            loadAPart(ledger);
            ledger.engine.call(ledger.put, 100L, 10L, "x");
        }
        final Ledger again = open(durability);
        try (again.engine) {
            assertThat(again.engine.rows(Ledger.ACCOUNTS)).isGreaterThanOrEqualTo(4);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Durability.class, names = {"ASYNC", "GROUP"})
    void whileTablesAreLoadedThereIsNoCheckpointAndNoBackup(Durability durability) {
        final Path backup = directory.resolveSibling("backup");
        final Ledger ledger = open(durability);
        try (ledger.engine) {
            final Store store = ledger.engine.store().orElseThrow();
            store.checkpoint();
            try (Loader loader = ledger.engine.loader()) {
                insert(loader, 1);
                assertThatIllegalStateException().isThrownBy(store::checkpoint).withMessageContaining("being loaded");
            }
            assertThatIllegalStateException().isThrownBy(() -> store.backup(backup))
                .withMessageContaining("being loaded");
            assertThat(Files.exists(backup)).isFalse();
            ledger.engine.session().close();
            store.checkpoint();
            store.backup(backup);
        }
        assertRows(durability, 1);
    }

    private static void loadPart(int part, Loader loader) {
        insert(loader, part);
    }
}
