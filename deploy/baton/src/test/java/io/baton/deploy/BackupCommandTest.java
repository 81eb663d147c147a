package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.bundle.ProcedureBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stores are copied, and the copies are stores. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class BackupCommandTest {

    @TempDir
    private Path folder;

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    private CommandRun run(int status, String... arguments) {
        final CommandRun run = new CommandRun();
        assertThat(run.execute(arguments)).as(run.err()).isEqualTo(status);
        return run;
    }

    private void makeStore() {
        run(0, "run", "smallbank", "--accounts", "200", "--transactions", "500", "--warmup", "0s", "--data",
            at("store"));
    }

    @Test
    @Tag("thorough")
    void copyIsAStoreWithTheSameRows() {
        makeStore();
        final CommandRun backup = run(0, "backup", "--data", at("store"), "--out", at("copy"));
        assertThat(backup.out()).matches("Copied the store up to LSN \\d+, [\\d,.]+ bytes, to \\Q" + at("copy")
            + "\\E in .*\\n");
        assertThat(run(0, "check", "smallbank", "--data", at("copy")).out()).contains("all 2 conditions hold");
        assertThat(run(0, "log", "--data", at("copy")).out()).contains("All check values are right.");
        run(0, "run", "smallbank", "--accounts", "200", "--transactions", "500", "--warmup", "0s", "--data",
            at("copy"));
        assertThat(run(0, "check", "smallbank", "--data", at("store")).out()).contains("all 2 conditions hold");
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        makeStore();
        final Path letter = Files.writeString(Files.createDirectory(folder.resolve("full")).resolve("letter"), "Dear");
        final CommandRun backup = run(2, "backup", "--data", at("store"), "--out", at("full"));
        assertThat(backup.err()).startsWith("baton: --out " + at("full")).hasLineCount(1);
        assertThat(letter).hasContent("Dear");
        assertThat(folder.resolve("full")).isDirectoryContaining(letter::equals);
    }

    @Test
    void aRunningServerOfABundleIsCopiedAndSoIsItsStore() throws IOException {
        final Path services = Files.createDirectories(folder.resolve("jar/META-INF/services"));
        Files.writeString(services.resolve(ProcedureBundle.class.getName()), ToyBundle.class.getName() + "\n");
        final String[] server = {"--procedures", at("jar"), "--data"};
        final String before;
        final Served served = new Served(server[0], server[1], server[2], at("store"), "--backups", at("backups"));
        try {
            before = run(0, "call", "--url", served.address(), "Add", "1", "4").out();
            assertThat(run(0, "call", "--url", served.address(), "baton.backup", "monday").out())
                .contains("monday", "lsn", "bytes", "seconds");
            assertThat(run(1, "call", "--url", served.address(), "baton.backup", "../monday").err())
                .contains("no path").hasLineCount(1);
            assertThat(served.run.err()).contains("made the backup " + folder.resolve("backups/monday"));
        } finally {
            served.end();
        }
        run(0, "backup", "--data", at("store"), "--out", at("copy"));
        run(0, "restore", "--data", at("store"), "--out", at("restored"));
        for (final String copy : List.of("backups/monday", "copy", "restored")) {
            assertThat(run(0, "log", "--data", at(copy)).out()).contains("All check values are right.");
            try (Served again = new Served(server[0], server[1], server[2], at(copy))) {
                assertThat(run(0, "call", "--url", again.address(), "Add", "1", "0").out()).isEqualTo(before);
            }
        }
    }

    @Test
    void backupsNeedAStoreWithALog() {
        assertThat(run(2, "server", "--workload", "smallbank", "--backups", at("backups")).err())
            .startsWith("baton: --backups").contains("add --data").hasLineCount(1);
    }

    @Test
    void storeMustBeThere() {
        final CommandRun backup = run(2, "backup", "--data", at("missing"), "--out", at("copy"));
        assertThat(backup.err()).startsWith("baton: --data " + at("missing")).hasLineCount(1);
        assertThat(folder.resolve("copy")).doesNotExist();
    }
}
