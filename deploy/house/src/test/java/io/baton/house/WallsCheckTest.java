package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The check of the walls finds what it is for, and nothing else. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class WallsCheckTest {
    private static final List<String> MODULES = List.of("fabric", "lock", "sim", "storage", "engine", "tpcc", "deploy");

    /**
     * User and used; the engine's use of the fabric, a workload's use of storage and the use of the simulator have
     * tests of their own.
     */
    private static final Set<String> POINTING_DOWN = Set.of("lock-fabric", "sim-fabric", "engine-lock",
            "engine-storage", "tpcc-engine", "deploy-fabric", "deploy-lock", "deploy-storage", "deploy-engine");

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
    void workloadUsesStorageTypesOfTheEnginesApiOnly() {
        String row = "package io.baton.storage;\npublic class Row { public Column column; }\n";
        String column = "package io.baton.storage;\npublic class Column {}\n";
        String api = """
                package io.baton.engine;
                public interface Api {
                  java.util.List<? extends io.baton.storage.Row> rows();
                }
                """;
        String inside = "package io.baton.storage;\npublic class Inside {}\n";
        String good = "package io.baton.tpcc;\nclass Good { io.baton.storage.Column c; }\n";
        String bad = "package io.baton.tpcc;\nclass Bad { io.baton.storage.Inside i; }\n";
        assertThat(walls.check(CompiledSamples.compile(folder, List.of(row, column, api, inside, good, bad))))
                .extracting(Violation::file)
                .containsOnly("io.baton.tpcc.Bad");
    }

    @Test
    void onlyTheReproductionOfThePapersUsesTheSimulator() {
        String used = "package io.baton.sim;\npublic class Used {}\n";
        List<String> sources = List.of(used, user("deploy.paper", "Experiment", "sim"),
                user("deploy.paper.cell", "Cell", "sim"), user("deploy.papers", "Neighbour", "sim"),
                user("deploy.run", "Driver", "sim"), user("lock", "Lock", "sim"), user("fabric", "Endpoint", "sim"));
        List<Violation> violations = walls.check(CompiledSamples.compile(folder, sources));
        assertThat(violations)
                .extracting(Violation::file)
                .containsOnly("io.baton.deploy.papers.Neighbour", "io.baton.deploy.run.Driver", "io.baton.lock.Lock",
                        "io.baton.fabric.Endpoint");
        assertThat(violations)
                .extracting(Violation::problem)
                .anyMatch(problem -> problem.startsWith("production code must not know the simulator"))
                .anyMatch(problem -> problem.startsWith("lock must not use sim"));
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
