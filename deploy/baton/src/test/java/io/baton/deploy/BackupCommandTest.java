package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        final CommandRun backup = run(0, "backup", "smallbank", "--data", at("store"), "--out", at("copy"));
        assertThat(backup.out()).contains("Copied the store to " + at("copy") + " in ");
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
        final CommandRun backup = run(2, "backup", "smallbank", "--data", at("store"), "--out", at("full"));
        assertThat(backup.err()).startsWith("baton: --out " + at("full")).hasLineCount(1);
        assertThat(letter).hasContent("Dear");
        assertThat(folder.resolve("full")).isDirectoryContaining(letter::equals);
    }

    @Test
    void storeMustBeThere() {
        final CommandRun backup = run(2, "backup", "smallbank", "--data", at("missing"), "--out", at("copy"));
        assertThat(backup.err()).startsWith("baton: --data " + at("missing")).hasLineCount(1);
        assertThat(folder.resolve("copy")).doesNotExist();
    }
}
