package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Baton's packages keep to their walls. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WallsTest {
    /** Classes of the engine that open the fabric for their lock clients, or read what its verbs were counted as. */
    private static final Set<String> FABRIC_OPENERS =
        Set.of("io.baton.engine.EmbeddedLocks");

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern IMPORT =
        Pattern.compile("(?m)^import (?:static )?(io\\.baton(?:\\.[a-z]\\w*)*)(\\.\\w+)");

    private final JavaClasses mainClasses = MainClasses.read();

    @Test
    void everyModuleIsSeen() {
        Set<String> modules = new HashSet<>(WallsCheck.BELOW.keySet());
        modules.removeAll(Set.of("testing"));
        assertThat(mainClasses.stream().map(WallsCheck::module)).containsAll(modules);
        assertThat(mainClasses.stream().map(JavaClass::getSimpleName)).doesNotContain("WallsTest");
    }

    @Test
    void productNeverSeesTheLaboratory() {
        for (String product : WallsCheck.PRODUCT) {
            assertThat(WallsCheck.BELOW.get(product)).as(product).isSubsetOf(WallsCheck.PRODUCT);
        }
        assertThat(WallsCheck.LABORATORY).doesNotContainAnyElementsOf(WallsCheck.PRODUCT);
        assertThat(WallsCheck.BELOW.keySet()).containsAll(WallsCheck.LABORATORY);
    }

    @Test
    void dependenciesPointDown() {
        assertThat(new WallsCheck(FABRIC_OPENERS).check(mainClasses)).isEmpty();
    }

    @Test
    void internalsAreNotExported() throws IOException, InterruptedException {
        List<SourceText> files = Repository.read(Repository.root()).texts();
        assertThat(ApiCheck.checkUses(mainClasses)).isEmpty();
        assertThat(ApiCheck.checkPrograms(files)).isEmpty();
        assertThat(ApiCheck.checkTexts(files)).isEmpty();
    }

    @Test
    void packagesHaveNoCycles() {
        assertThat(WallsCheck.cycles(mainClasses)).isEmpty();
    }

    @Test
    void noPackageIsInTwoJars() {
        assertThat(PackagesCheck.checkSplit(mainClasses)).isEmpty();
    }

    @Test
    void onlyWhatAnotherPackageUsesIsPublic() throws IOException, InterruptedException {
        assertThat(PackagesCheck.checkPublic(mainClasses, importedByTests())).isEmpty();
    }

    private static Set<String> importedByTests() throws IOException, InterruptedException {
        Set<String> names = new HashSet<>();
        List<SourceText> files = Repository.read(Repository.root()).texts();
        for (SourceText file : files) {
            if (file.isJava() && !file.isMainJava()) {
                Matcher declared = PACKAGE.matcher(file.text());
                String own = declared.find() ? declared.group(1) : "";
                Matcher imported = IMPORT.matcher(file.text());
                while (imported.find()) {
                    if (!imported.group(1).equals(own)) {
                        names.add(imported.group(1) + imported.group(2));
                    }
                }
            }
        }
        return names;
    }
}
