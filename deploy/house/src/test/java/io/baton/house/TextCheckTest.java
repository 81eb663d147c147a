package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The checks of text files find what they are for, and nothing else. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class TextCheckTest {
    @Test
    void cleanLinesPass() {
        String widest = "x".repeat(LineCheck.COLUMNS_MAX);
        assertThat(LineCheck.check(new SourceText("a/A.java", widest + "\n\n    int hacks;\n"))).isEmpty();
        assertThat(LineCheck.check(new SourceText("empty", ""))).isEmpty();
    }

    @Test
    void wideLinesAreFoundInJavaOnly() {
        String wide = "ok\n" + "x".repeat(LineCheck.COLUMNS_MAX + 1) + "\n";
        assertThat(LineCheck.check(new SourceText("a/A.java", wide)))
            .singleElement()
            .hasToString("a/A.java:2: 121 columns, the limit is 120; break the line");
        assertThat(LineCheck.check(new SourceText("README.md", wide))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\tb", "blank ", "return\r", "// TO" + "DO", "XX" + "X", "/* FIX" + "ME */", "HA" + "CK"})
    void dirtyLinesAreFound(String line) {
        assertThat(LineCheck.check(new SourceText("notes.txt", "fine\n" + line + "\n")))
            .singleElement()
            .satisfies(violation -> assertThat(violation.line()).isEqualTo(2));
    }

    @Test
    void missingLastLineFeedIsFound() {
        assertThat(LineCheck.check(new SourceText("notes.txt", "one\ntwo")))
            .singleElement()
            .satisfies(violation -> assertThat(violation.line()).isEqualTo(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "cd /wo" + "rk/main", "\"/ro" + "ot/x\"", "see /ho" + "me/ann/baton", "https://re" + "po.maven.org/x",
        "https://re" + "po1.maven.org/x", "maven.apache.org/" + "maven2/x"
    })
    void machinePathsAndRegistriesAreFound(String line) {
        assertThat(PortabilityCheck.check(new SourceText("notes.txt", "fine\n" + line + "\n")))
            .singleElement()
            .satisfies(violation -> assertThat(violation.line()).isEqualTo(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "cd $ro" + "ot/deploy", "docs/wo" + "rk/plan.md", "xmlns=\"http://re" + "po.maven/POM\"",
        "the /ho" + "me/ folder",
        "xsi:schemaLocation=\"http://maven.apache.org/" + "maven2/4.0.0 x.xsd\"", "/usr/lib/jvm/"
    })
    void relativePathsAndXmlNamesPass(String line) {
        assertThat(PortabilityCheck.check(new SourceText("notes.txt", line + "\n"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[no](no.md)", "[above](../../x.md)", "![p](img/no.png)", "[ref]: no.md", "[r](/docs/no)"})
    void staleLinksAreFound(String line) {
        LinkCheck links = new LinkCheck(List.of("README.md", "docs/page.md"));
        assertThat(links.check(new SourceText("docs/page.md", "fine\n" + line + "\n")))
            .singleElement()
            .satisfies(violation -> assertThat(violation.line()).isEqualTo(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "[a](../README.md#top)", "[b](page%20two.md)", "[c](#here)", "[d](https://example.org/x)", "[e](/docs/page.md)",
        "[f](../engine/)", "`[g](gone.md)`", "```\n[h](gone.md)\n```", "[ref]: page.md"
    })
    void goodLinksPass(String line) {
        LinkCheck links = new LinkCheck(List.of("README.md", "docs/page.md", "docs/page two.md", "engine/pom.xml"));
        assertThat(links.check(new SourceText("docs/page.md", line + "\n"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"who" + "ever comes", "it be" + "fell a client", "known by " + "heart"})
    void puzzlingWordsAreFound(String line) {
        assertThat(ProseCheck.check(new SourceText("notes.txt", "fine\n// " + line + "\n")))
            .singleElement()
            .satisfies(violation -> assertThat(violation.line()).isEqualTo(2));
        assertThat(ProseCheck.check(new SourceText("notes.txt", "the holder's heart\n"))).isEmpty();
    }

    @Test
    void buildFilesThatMockOrNameAVersionOrNoModuleAreFound() {
        String good = "<parent><version>${revision}</version></parent>\n<module.name>io.baton.lock</module.name>\n";
        assertThat(PomCheck.check(new SourceText("a/pom.xml", good))).isEmpty();
        assertThat(PomCheck.check(new SourceText("a/pom.xml", good.replace("lock", "testing.load")))).isEmpty();
        assertThat(PomCheck.check(new SourceText("pom.xml", "<artifactId>agrona</artifactId>\n"))).isEmpty();
        for (String bad : List.of(good + "<artifactId>mockito-core</artifactId>\n", good.replace("${revision}", "1.0"),
            good.replace("module.name", "name"))) {
            assertThat(PomCheck.check(new SourceText("a/pom.xml", bad))).as(bad).hasSize(1);
        }
        String parent = good.replaceFirst("\n.*", "\n<packaging>pom</packaging>");
        assertThat(PomCheck.check(new SourceText("a/pom.xml", parent))).isEmpty();
    }

    @Test
    void onlyTrackedFilesAreRead(@TempDir Path root) throws IOException, InterruptedException {
        Files.writeString(root.resolve("tracked.txt"), "fine\n");
        Files.writeString(root.resolve("stray.txt"), "stray\n");
        git(root, "init", "-q");
        git(root, "add", "tracked.txt");
        assertThat(Repository.read(root).paths()).containsExactly("tracked.txt");
    }

    private static void git(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start().waitFor()).isZero();
    }

    @Test
    void binariesAndOtherEncodingsAreFound() {
        Repository repository = Repository.empty();
        repository.add("good.txt", "Grüße\n".getBytes(StandardCharsets.UTF_8));
        repository.add("a.class", new byte[] {1, 0, 2});
        repository.add("latin.txt", "Grüße\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(repository.texts()).extracting(SourceText::path).containsExactly("good.txt");
        assertThat(repository.unreadable()).extracting(Violation::file).containsExactly("a.class", "latin.txt");
    }

    @Test
    void walkLeavesOutBuildOutputWhereGitIsMissing(@TempDir Path root) throws IOException {
        for (String path : List.of("pom.xml", "a/src/A.java", "a/target/A.class", ".git/HEAD", "deploy/out/r.json")) {
            Path file = root.resolve(path);
            Files.createDirectories(root.resolve(path + "/..").normalize());
            Files.writeString(file, path);
        }
        assertThat(Repository.walked(root)).containsExactly("a/src/A.java", "pom.xml");
    }
}
