package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The check of the API finds what it is for, and nothing else. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class ApiCheckTest {
    @TempDir
    private Path folder = Path.of("");

    private static String used(String in) {
        return "package io.baton.%s;\npublic class Used {}\n".formatted(in);
    }

    private static String user(String from, String name, String to) {
        return "package io.baton.%s;\npublic class %s { io.baton.%s.Used used; }\n".formatted(from, name, to);
    }

    @Test
    void usesOfInternalPackagesAreFound() {
        List<String> sources = List.of(used("engine"), used("engine.transaction"), used("storage.log"),
            used("storage.memory"), user("server", "Good", "engine"), user("server", "Within", "storage.log"),
            user("server", "Bad", "engine.transaction"), user("deploy", "Worse", "storage.memory"),
            user("tpcc", "Deep", "storage.log"), user("engine", "Own", "engine.transaction"),
            user("lab", "Looks", "engine.transaction"));
        assertThat(ApiCheck.checkUses(CompiledSamples.compile(folder, sources))).extracting(Violation::file)
            .containsExactlyInAnyOrder("io.baton.server.Bad", "io.baton.deploy.Worse", "io.baton.tpcc.Deep");
    }

    @Test
    void programsThatImportInternalsAreFound() {
        List<SourceText> files = List.of(
            new SourceText("docs/good.md", "import io.baton.engine.*;\nimport io.baton.client.BatonClient;\n"),
            new SourceText("docs/bad.md", "import io.baton.engine.transaction.LockSet;\n"),
            new SourceText("docs/examples/worse/Worse.java", "import static io.baton.storage.memory.Pages.*;\n"),
            new SourceText("deploy/Other.java", "import io.baton.engine.transaction.LockSet;\n"));
        assertThat(ApiCheck.checkPrograms(files)).extracting(Violation::file)
            .containsExactly("docs/bad.md", "docs/examples/worse/Worse.java");
    }

    @Test
    void textsThatDoNotSayWhatIsAnApiAreFound() {
        List<SourceText> files = new ArrayList<>();
        Set<String> all = new TreeSet<>();
        ApiCheck.API.values().forEach(all::addAll);
        all.remove("io.baton.csv");
        for (String name : all) {
            files.add(info(name, name.equals("io.baton.lock") ? "Locks." : "API: all."));
        }
        files.add(info("io.baton.engine.thread", "API: not so."));
        files.add(info("io.baton.engine.transaction", "Transactions."));
        assertThat(ApiCheck.checkTexts(files)).extracting(Violation::file)
            .containsExactlyInAnyOrder("src/main/java/io.baton.lock/package-info.java", "io.baton.csv",
                "src/main/java/io.baton.engine.thread/package-info.java");
    }

    private static SourceText info(String name, String text) {
        return new SourceText("src/main/java/" + name + "/package-info.java",
            "/**\n * " + text + "\n */\npackage " + name + ";\n");
    }
}
