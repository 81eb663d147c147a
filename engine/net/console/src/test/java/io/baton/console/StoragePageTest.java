package io.baton.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.baton.client.BatonClient;
import io.baton.engine.DataDirectory;
import io.baton.engine.Store;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a data directory: by the API, and on the page. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class StoragePageTest {

    private static final int CALLS = 5;
    private static final int FILES = 1_000;

    private static DataDirectory small(Path path) {
        return new DataDirectory(path).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN);
    }

    private static JsonObject store(TestConsole console) throws IOException, InterruptedException {
        return console.json("/api/status").getAsJsonObject().getAsJsonObject("store");
    }

    private static void deposit(TestConsole console, int calls) {
        try (BatonClient client = console.connect("teller")) {
            for (int i = 0; i < calls; i++) {
                client.procedure("Deposit", Long.class).call(i, 1);
            }
        }
    }

    @Test
    void logAndCheckpointsAreTold(@TempDir Path folder) throws IOException, InterruptedException {
        final Path data = folder.resolve("data");
        try (TestConsole console = new TestConsole(small(data))) {
            assertThat(store(console).get("recovered").getAsBoolean()).isFalse();
            deposit(console, CALLS);
            console.engine.store().ifPresent(Store::checkpoint);
            final JsonObject store = store(console);
            final JsonObject log = store.getAsJsonObject("log");
            assertThat(log.get("transactions").getAsLong()).isEqualTo(CALLS);
            assertThat(log.get("bytes").getAsLong()).isPositive();
            assertThat(log.get("forces").getAsLong()).isPositive();
            assertThat(log.get("forceNanosMax").getAsLong()).isPositive();
            assertThat(log.get("forced")).isEqualTo(log.get("appended"));
            assertThat(log.get("segments").getAsLong()).isPositive();
            assertThat(store.get("checkpoints").getAsLong()).isOne();
            assertThat(store.get("checkpointFailure").isJsonNull()).isTrue();
        }
        try (TestConsole again = new TestConsole(small(data))) {
            assertThat(store(again).get("recovered").getAsBoolean()).isTrue();
            assertThat(store(again).getAsJsonObject("log").get("transactions").getAsLong()).isZero();
        }
    }

    /** No new file can be made: the log goes on in the one that it has, as long as there are few calls. */
    private static void refuseFiles(CrashDisk disk) {
        for (int file = 1; file <= FILES; file++) {
            disk.inject(Fault.of(DiskOperationKind.CREATE, file, Fault.DISK_FULL));
        }
    }

    @Test
    void aCheckpointThatFailsIsTold() throws IOException, InterruptedException {
        final CrashDisk disk = new CrashDisk();
        try (TestConsole console =
            new TestConsole(small(disk.process().getPath("/store")).checkpointEvery(Duration.ofMillis(1)))) {
            deposit(console, 1);
            refuseFiles(disk);
            deposit(console, 1);
            while (store(console).get("checkpointFailure").isJsonNull()) {
                Thread.onSpinWait();
            }
            assertThat(store(console).get("checkpointFailure").getAsString()).contains("No space left on device");
            disk.clearFaults();
        }
    }

    @Test
    @Tag("slow")
    void thePageShowsThem(@TempDir Path folder) throws IOException, InterruptedException {
        final Path program = Browser.installed();
        try (TestConsole console = new TestConsole(small(folder.resolve("data")));
            Browser browser = new Browser(program, folder.resolve("profile"))) {
            deposit(console, CALLS);
            console.engine.store().ifPresent(Store::checkpoint);
            browser.size(360, 900);
            browser.open(console.url("/#/storage"));
            browser.await("document.querySelector('#store')?.innerText.includes('Transactions logged')");
            assertThat(browser.text("#store")).containsPattern("Transactions logged\\s+5\\s")
                .containsPattern("Forces\\s+[1-9]\\d*, mean [0-9.]+ [mµ]?s").containsPattern("Opened\\s+new\\s")
                .containsPattern("Checkpoints since then\\s+1\\s").contains("no failure");
            assertThat(browser.axe()).isEmpty();
            assertThat(browser.evaluate("document.documentElement.scrollWidth > innerWidth").getAsBoolean()).isFalse();
            browser.evaluate("location.hash = '#/overview'");
            browser.await("document.querySelector('#tiles')?.innerText.match(/Log\\s+[0-9.]+ (B|KiB)\\/s/)");
            assertThat(browser.complaints).isEmpty();
        }
    }
}
