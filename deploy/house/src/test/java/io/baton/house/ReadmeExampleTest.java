package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The programs of README and pages compile, run, and print what their comments say. */
@ResourceLock(Resources.SYSTEM_OUT)
class ReadmeExampleTest {

    @TempDir
    private Path folder;

    @Test
    @Timeout(60)
    void exampleDoesWhatItSays() throws Exception {
        assertThat(new PageExample("README.md").run("Transfers", folder)).containsExactlyElementsOf(List.of(
            "7000",
            "AbortedByProcedure[reason=GAVE_UP, message=account 1 holds too little, cause=null]"));
    }

    @Test
    @Timeout(60)
    void exampleOfEmbeddingDoesWhatItSays() throws Exception {
        assertThat(new PageExample("docs/embedding.md").run("Orders", folder)).containsExactlyElementsOf(List.of(
            "committed",
            "23505",
            "1999"));
    }

    @Test
    @Timeout(60)
    void exampleOfAProcedureOnAWorkloadsTablesDoesWhatItSays() throws Exception {
        assertThat(new PageExample("docs/embedding.md", "## Procedures on a workload's tables")
            .run("Savings", folder)).containsExactly("true");
    }

    @Test
    @Timeout(60)
    void exampleOfTheServerDoesWhatItSays() throws Exception {
        assertThat(new PageExample("docs/server.md").run("Accounts", folder)).containsExactlyElementsOf(List.of(
            "7000",
            "4000",
            "45000 account 1 holds too little"));
    }
}
