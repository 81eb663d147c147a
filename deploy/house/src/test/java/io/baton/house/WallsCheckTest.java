package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The check of the walls finds what it is for, and nothing else. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class WallsCheckTest {
    private static final List<String> MODULES = List.of("park", "fabric", "lock", "rival", "sim", "explore", "trial",
        "storage", "engine", "tpcc", "tatp", "smallbank", "testing", "deploy", "lab", "house");

    /** User and used; the engine's use of the fabric and a workload's use of storage have tests of their own. */
    private static final Set<String> POINTING_DOWN = Set.of("fabric-park", "sim-park",
        "storage-park", "engine-park", "deploy-park", "lock-fabric", "rival-fabric", "rival-lock", "sim-fabric",
        "explore-fabric", "explore-lock", "explore-sim", "trial-fabric", "trial-lock", "trial-rival", "trial-sim",
        "trial-explore", "engine-lock", "engine-storage", "tpcc-engine", "tatp-engine", "smallbank-engine",
        "testing-fabric", "testing-lock", "testing-sim", "testing-storage", "testing-engine", "deploy-fabric",
        "deploy-lock", "deploy-storage", "deploy-engine", "lab-fabric",
        "lab-lock", "lab-rival", "lab-sim", "lab-explore", "lab-trial", "lab-storage", "lab-engine", "lab-tpcc",
        "lab-smallbank", "lab-deploy");

    private final WallsCheck walls = new WallsCheck(Set.of("io.baton.engine.Opener"));

    @TempDir
    private Path folder = Path.of("");

    @Test
    void everyDependencyThatDoesNotPointDownIsFound() {
        List<String> sources = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (String to : MODULES) {
            sources.add("package io.baton." + to + ";\npublic class Used {}\n");
            for (String from : MODULES) {
                String name = "UserOf" + to;
                if (!from.equals(to)) {
                    sources.add(user(from, name, to));
                }
                if (!from.equals(to) && !POINTING_DOWN.contains(from + "-" + to)) {
                    expected.add("io.baton." + from + "." + name);
                }
            }
        }
        List<Violation> violations = walls.check(CompiledSamples.compile(folder, sources));
        assertThat(violations).extracting(Violation::file).containsOnlyOnceElementsOf(expected);
        assertThat(violations).hasSameSizeAs(expected).extracting(Violation::line).containsOnly(3);
    }

    @Test
    void onlyTheOpenerOfTheEngineUsesTheFabric() {
        String used = "package io.baton.fabric;\npublic class Used {}\n";
        List<String> sources = List.of(used, user("engine", "Opener", "fabric"), user("engine", "Other", "fabric"));
        assertThat(walls.check(CompiledSamples.compile(folder, sources)))
            .extracting(Violation::file)
            .containsOnly("io.baton.engine.Other");
    }

    @Test
    void engineUsesTheLocksApiAndTheTablesFactoryOnly() {
        String deep = "package io.baton.lock.server;\npublic class Used {}\n";
        String protocol = "package io.baton.lock.shiftlock;\npublic class Used {}\n";
        String factory = "package io.baton.lock.shiftlock;\npublic class ShiftLockTable { public class Used {} }\n";
        String good = "package io.baton.engine;\nclass Good { io.baton.lock.shiftlock.ShiftLockTable.Used used; }\n";
        List<String> sources = List.of(deep, protocol, factory, good, user("engine", "Bad", "lock.server"),
            user("engine", "Worse", "lock.shiftlock"), user("deploy", "Bench", "lock.shiftlock"));
        assertThat(walls.check(CompiledSamples.compile(folder, sources)))
            .extracting(Violation::file)
            .containsOnly("io.baton.engine.Bad", "io.baton.engine.Worse");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tpcc", "tatp", "smallbank"})
    void workloadUsesStorageTypesOfTheEnginesApiOnly(String workload) {
        String row = "package io.baton.storage;\npublic class Row { public Column column; }\n";
        String column = "package io.baton.storage;\npublic class Column {}\n";
        String api = """
                package io.baton.engine;
                public interface Api {
                  java.util.List<? extends io.baton.storage.Row> rows();
                }
                """;
        String inside = "package io.baton.storage;\npublic class Inside {}\n";
        String good = "package io.baton.%s;\nclass Good { io.baton.storage.Column c; }\n".formatted(workload);
        String bad = "package io.baton.%s;\nclass Bad { io.baton.storage.Inside i; }\n".formatted(workload);
        assertThat(walls.check(CompiledSamples.compile(folder, List.of(row, column, api, inside, good, bad))))
            .extracting(Violation::file)
            .containsOnly("io.baton." + workload + ".Bad");
    }

    @Test
    void packageInTwoJarsIsFound() {
        String one = "package io.baton.lock;\npublic class One {}\n";
        String two = "package io.baton.lock;\npublic class Two {}\n";
        CompiledSamples.compile(folder.resolve("1"), List.of(one));
        CompiledSamples.compile(folder.resolve("2"), List.of(two, "package io.baton.fabric;\nclass Three {}\n"));
        JavaClasses both = new ClassFileImporter().importPaths(folder.resolve("1"), folder.resolve("2"));
        assertThat(PackagesCheck.checkSplit(both)).extracting(Violation::file).containsExactly("io.baton.lock");
        JavaClasses second = new ClassFileImporter().importPath(folder.resolve("2"));
        assertThat(PackagesCheck.checkSplit(second)).isEmpty();
    }

    @Test
    void publicTypeThatNoOtherPackageUsesIsFound() {
        String unused = "package io.baton.lock.deep;\npublic class Unused { public static class Nested {} }\n";
        String same = "package io.baton.lock.deep;\nclass Same { Unused unused; Tested tested; }\n";
        String used = "package io.baton.lock.deep;\npublic class Used {}\n";
        String tested = "package io.baton.lock.deep;\npublic class Tested {}\n";
        String api = "package io.baton.lock;\npublic class Api {}\n";
        String laboratory = "package io.baton.trial.deep;\npublic class Judge {}\n";
        List<String> sources =
            List.of(unused, same, used, tested, api, laboratory, user("engine", "User", "lock.deep"));
        assertThat(PackagesCheck.checkPublic(CompiledSamples.compile(folder, sources),
            Set.of("io.baton.lock.deep.Tested"))).extracting(Violation::file)
            .containsExactly("io.baton.lock.deep.Unused");
    }

    @Test
    void unknownPackageAndMockingLibraryAreFound() {
        String unknown = "package io.baton.weather;\npublic class Net {}\n";
        String mock = "package org.mockito;\npublic class Mock {}\n";
        String user = "package io.baton.engine;\nclass A { io.baton.weather.Net net; org.mockito.Mock mock; }\n";
        assertThat(walls.check(CompiledSamples.compile(folder, List.of(unknown, mock, user))))
            .extracting(Violation::problem)
            .anyMatch(problem -> problem.startsWith("a package that no wall knows"))
            .anyMatch(problem -> problem.startsWith("a mocking library"));
    }

    @Test
    void cycleBetweenPackagesIsFound() {
        String one = "package io.baton.lock;\npublic class One { io.baton.lock.deep.Two two; }\n";
        String two = "package io.baton.lock.deep;\npublic class Two { %s one; }\n";
        JavaClasses straight = CompiledSamples.compile(folder.resolve("1"), List.of(one, two.formatted("Object")));
        JavaClasses cyclic =
            CompiledSamples.compile(folder.resolve("2"), List.of(one, two.formatted("io.baton.lock.One")));
        assertThat(WallsCheck.cycles(straight)).isEmpty();
        assertThat(WallsCheck.cycles(cyclic)).hasSize(1);
    }

    private static String user(String from, String name, String to) {
        return """
                package io.baton.%s;
                public class %s {
                  Object use() { return new io.baton.%s.Used(); }
                }
                """.formatted(from, name, to);
    }
}
