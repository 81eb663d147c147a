package io.baton.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.command.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton crash}. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
final class CrashCommandTest {

    private final CommandRun run = new CommandRun();

    @TempDir
    private Path folder;

    @Test
    @Tag("thorough")
    void crashesLoseNothing() throws IOException {
        final Path json = folder.resolve("crash.json");
        final int status = run.execute("crash", "--cycles", "1", "--clients", "3",
            "--data", folder.resolve("data").toString(), "--json", json.toString());
        assertThat(status).as(run.out() + run.err()).isEqualTo(ExitStatus.GOOD);
        assertThat(Files.readString(json)).contains("\"cycles\": 1", "\"lost\": 0", "\"half\": 0", "\"p99\"");
    }

    @Test
    @Tag("slow")
    void crashesOfTpccLoseNothing() {
        final int status = run.execute("crash", "--cycles", "5", "--workload", "tpcc",
            "--data", folder.resolve("data").toString());
        assertThat(status).as(run.out() + run.err()).isEqualTo(ExitStatus.GOOD);
    }

    @Test
    void wrongArgumentsAreRefused() throws IOException {
        Files.writeString(folder.resolve("something"), "");
        assertThat(run.execute("crash", "--cycles", "1", "--data", folder.toString()))
            .isEqualTo(ExitStatus.BAD_ARGUMENTS);
        assertThat(run.err()).contains("--data", "there is something in it already");
        assertThat(run.execute("crash", "--cycles", "0", "--data", folder.resolve("new").toString()))
            .isEqualTo(ExitStatus.BAD_ARGUMENTS);
        assertThat(run.execute("crash", "--cycles", "1", "--data", folder.resolve("new").toString(), "--workload",
            "tatp")).isEqualTo(ExitStatus.BAD_ARGUMENTS);
        assertThat(run.err()).contains("give tpcc or smallbank");
    }
}
