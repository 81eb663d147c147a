package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** All checks of text together; each has a test of its own. */
final class TidyTest {
    private static final String LAUNCHER = "deploy/bin/baton";
    private static final String FLAGS = "engine/src/main/resources/META-INF/baton.flags";
    private static final String PAGE = "docs/embedding.md";

    @Test
    void tidyRepositoryHasNoViolations() throws IOException {
        assertThat(Tidy.violations(repository("java --flag -cp x"))).isEmpty();
    }

    @Test
    void launcherThatLacksAFlagOfTheEngineIsFound() throws IOException {
        assertThat(Tidy.violations(repository("java --flags -cp x")))
            .singleElement()
            .satisfies(violation -> assertThat(violation.file()).isEqualTo(LAUNCHER));
    }

    @Test
    void pageThatLacksAFlagOfTheEngineIsFound() throws IOException {
        Repository repository = repository("java --flag -cp x", "Start it with `--flags`.", "# why\n--flag");
        assertThat(Tidy.violations(repository))
            .singleElement()
            .satisfies(violation -> assertThat(violation.file()).isEqualTo(PAGE));
    }

    @Test
    void otherFileOfFlagsThatDiffersIsFound() throws IOException {
        Repository repository = repository("java --flag -cp x");
        add(repository, "docs/examples/baton.flags", "--flag\n");
        assertThat(Tidy.violations(repository)).isEmpty();
        add(repository, "docs/examples/embed/baton.flags", "--flag\n--old\n");
        assertThat(Tidy.violations(repository))
            .singleElement()
            .satisfies(violation -> assertThat(violation.file()).isEqualTo("docs/examples/embed/baton.flags"));
    }

    @Test
    void engineWithoutFlagsIsFound() throws IOException {
        Repository repository = repository("java --flag -cp x", "Start it with `--flag`.", "# none");
        assertThat(Tidy.violations(repository))
            .singleElement()
            .satisfies(violation -> assertThat(violation.file()).isEqualTo(FLAGS));
    }

    @Test
    void violationsOfAllKindsAreGathered() throws IOException {
        Repository repository = repository("java --flag");
        add(repository, "docs/page.md", "[gone](gone.md) \n");
        add(repository, "engine/src/main/java/b/B.java", "package b;\n\nimport c.D;\n\npublic class B {}\n");
        assertThat(Tidy.violations(repository))
            .extracting(Violation::problem)
            .anyMatch(problem -> problem.startsWith("a trailing blank"))
            .anyMatch(problem -> problem.startsWith("a stale link"))
            .anyMatch(problem -> problem.startsWith("unused"))
            .anyMatch(problem -> problem.startsWith("missing"))
            .anyMatch(problem -> problem.startsWith("the package is not null-marked"));
    }

    private static Repository repository(String launcher) {
        return repository(launcher, "Start it with `--flag`.", "# why\n--flag");
    }

    private static Repository repository(String launcher, String page, String flags) {
        Repository repository = Repository.empty();
        add(repository, FLAGS, flags + "\n");
        add(repository, PAGE, page + "\n");
        add(repository, "docs/start.md", "`--flag`\n");
        add(repository, LAUNCHER, launcher + "\n");
        String folder = "engine/src/main/java/a/";
        add(repository, folder + "package-info.java",
            "/** " + "What it is for. ".repeat(6) + "*/\n@NullMarked\npackage a;\n");
        for (int type = 0; type < 10; type++) {
            add(repository, folder + "A" + type + ".java", "package a;\n\nclass A" + type + " {}\n");
        }
        return repository;
    }

    private static void add(Repository repository, String path, String text) {
        repository.add(path, text.getBytes(StandardCharsets.UTF_8));
    }
}
