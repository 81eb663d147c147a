package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What docs/start.md lists is what docs/examples has, and its artifacts are those of the bill of materials. Its
 * commands are run by .ci/outside, its programs by {@link ExamplesTest} too.
 */
class StartPageTest {
    private static final Path ROOT = PageExample.root();
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");

    private static String read(String path) throws IOException {
        return Files.readString(ROOT.resolve(path));
    }

    private static List<String> blocks(String language) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(read("docs/start.md"));
        while (block.find()) {
            if (block.group(1).equals(language)) {
                blocks.add(block.group(2));
            }
        }
        return blocks;
    }

    /** The committed files of the page's examples with such a name, without the spaces that lines begin with. */
    private static List<String> examples(String ending) throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs/examples"))) {
            for (Path file : files.filter(Files::isRegularFile).filter(file -> !file.toString().contains("target"))
                .filter(file -> file.toString().endsWith(ending) && !file.toString().contains("package-info"))
                .filter(file -> !file.toString().contains("spring-boot")).toList()) {
                texts.add(flush(Files.readString(file)));
            }
        }
        return texts;
    }

    private static String flush(String text) {
        return text.replaceAll("(?m)^ +", "");
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    @Test
    void programsOnThePageAreThoseOfTheExamples() throws IOException {
        List<String> programs = blocks("java").stream().map(StartPageTest::flush).toList();
        assertThat(programs).containsExactlyInAnyOrderElementsOf(examples(".java"));
    }

    @Test
    void buildFilesOnThePageArePartsOfThoseOfTheExamples() throws IOException {
        List<String> poms = examples("pom.xml");
        assertThat(blocks("xml")).hasSize(4).allSatisfy(
            listed -> assertThat(poms).anySatisfy(pom -> assertThat(pom).contains(flush(listed))));
        assertThat(poms).as("one is shown as a whole").contains(flush(blocks("xml").getFirst()));
    }

    @Test
    void flagsOnThePageAreThoseOfTheExamplesAndOfTheEngine() throws IOException {
        String file = read("docs/examples/baton.flags");
        assertThat(blocks("text")).contains(file);
        assertThat(file).isEqualTo(read("engine/src/main/resources/META-INF/baton.flags"));
    }

    @Test
    void artifactsOnThePageAreThoseOfTheBillOfMaterials() throws IOException {
        String page = read("docs/start.md");
        String table = page.substring(page.indexOf("\n## Artifacts"));
        Set<String> rows = new TreeSet<>();
        for (String line : table.lines().filter(line -> line.startsWith("| `")).toList()) {
            rows.addAll(found(Pattern.compile("`(baton-[a-z-]+)`"), line.substring(0, line.indexOf('|', 1))));
        }
        assertThat(rows).isEqualTo(found(Pattern.compile("<artifactId>(baton-(?!deploy)[a-z-]+)</artifactId>"),
            read("deploy/bom/pom.xml")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"embed", "csv", "bundle", "client", "jdbc"})
    void everyExampleIsBuiltAndRunByThePage(String name) throws IOException {
        assertThat(blocks("sh")).anySatisfy(commands -> assertThat(commands).contains("mvn -q package -f " + name))
            .anySatisfy(commands -> assertThat(commands).contains(name + "/target/" + name + "-1.jar"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"embed", "csv", "bundle", "client", "jdbc"})
    void pluginsThatAnOldMavenWouldChooseTooOldArePinned(String name) throws IOException {
        String pom = read("docs/examples/" + name + "/pom.xml");
        for (String plugin : List.of("compiler", "resources", "surefire", "jar")) {
            assertThat(pom).containsPattern(
                "<artifactId>maven-" + plugin + "-plugin</artifactId>\\s*<version>[0-9.]+</version>");
        }
    }
}
