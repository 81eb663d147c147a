package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The repository's files are tidy. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TidyTest {
    private Repository repository = Repository.empty();
    private List<SourceText> javaFiles = List.of();
    private List<JavaUnit> javaUnits = List.of();

    @BeforeAll
    void readRepository() throws IOException, InterruptedException {
        repository = Repository.open();
        javaFiles = repository.texts().stream().filter(SourceText::isJava).toList();
        javaUnits = JavaUnit.parse(javaFiles);
        assertThat(javaFiles).as("Java files found").hasSizeGreaterThan(10);
    }

    @Test
    void everyFileIsText() {
        assertThat(repository.unreadable()).isEmpty();
    }

    @Test
    void linesAreNarrowAndClean() {
        assertThat(inEvery(repository.texts(), LineCheck::check)).isEmpty();
    }

    @Test
    void noFileNamesAMachineOrARegistry() {
        assertThat(inEvery(repository.texts(), PortabilityCheck::check)).isEmpty();
    }

    @Test
    void linksInMarkdownLeadSomewhere() {
        List<SourceText> pages = repository.texts().stream().filter(file -> file.path().endsWith(".md")).toList();
        assertThat(inEvery(pages, new LinkCheck(repository.paths())::check)).isEmpty();
    }

    @Test
    void javaFilesAndMethodsAreShort() {
        assertThat(inEvery(javaUnits, LengthCheck::check)).isEmpty();
    }

    @Test
    void medianOfMainFilesIsShort() {
        List<SourceText> mainFiles = javaFiles.stream().filter(SourceText::isMainJava).toList();
        assertThat(LengthCheck.checkMedian(mainFiles)).isEmpty();
    }

    @Test
    void bannedCallsStayOut() {
        assertThat(inEvery(javaUnits, CallCheck::check)).isEmpty();
    }

    @Test
    void mockingLibrariesStayOutOfTheBuild() {
        List<SourceText> poms = repository.texts().stream().filter(file -> file.name().equals("pom.xml")).toList();
        assertThat(inEvery(poms, CallCheck::checkPom)).isEmpty();
    }

    @Test
    void packagesAndPublicTypesAreDescribed() {
        assertThat(JavadocCheck.checkPackagesDescribed(javaFiles)).isEmpty();
        assertThat(inEvery(javaUnits, JavadocCheck::check)).isEmpty();
    }

    @Test
    void launcherPassesTheFlagsThatTestsRunWith() {
        String flags = text("pom.xml").replaceFirst("(?s).*<jvm\\.flags>(.*)</jvm\\.flags>.*", "$1");
        assertThat(text("deploy/bin/baton")).contains(flags.strip().split("\\s+", -1));
    }

    private String text(String path) {
        return repository.texts().stream().filter(file -> file.path().equals(path)).findFirst().orElseThrow().text();
    }

    private static <T> List<Violation> inEvery(List<T> files, Function<T, List<Violation>> check) {
        List<Violation> violations = new ArrayList<>();
        for (T file : files) {
            violations.addAll(check.apply(file));
        }
        return violations;
    }
}
