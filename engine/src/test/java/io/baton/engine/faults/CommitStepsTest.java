package io.baton.engine.faults;

import static io.baton.explore.mutant.Mutation.in;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.explore.mutant.MutantLoader;
import io.baton.explore.mutant.Mutation;
import io.baton.explore.mutant.MutationSubject;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/**
 * A fault before or behind any call that a commit makes, of every kind of write, on tables of every shape: in prepare
 * nothing has changed, in apply the engine stops, and a store has the transaction whole or not at all.
 */
class CommitStepsTest {

    private static final Map<String, String> CLASSES = Map.of(
        "Commit", "io.baton.engine.transaction.Commit",
        "Redo", "io.baton.engine.transaction.Redo",
        "Table", "io.baton.storage.Table",
        "SecondaryIndexes", "io.baton.storage.SecondaryIndexes");

    private static MutantLoader loader() {
        final Stream<String> methods = Stream.of("Commit.prepare/0", "Commit.prepare/1",
            "Commit.lockIndexes", "Commit.lockPrefix", "Commit.checkUnique", "Commit.record", "Commit.apply",
            "Commit.applyCounted", "Commit.applyAll",
            "Commit.insert", "Commit.update", "Commit.delete", "Commit.replace", "Redo.encode", "Redo.record",
            "Redo.applied", "Table.reserve", "Table.take", "Table.checkChange", "Table.add/2", "Table.change/2",
            "Table.change/4", "Table.replace", "Table.delete/2", "Table.leave", "SecondaryIndexes.check",
            "SecondaryIndexes.reserve", "SecondaryIndexes.add", "SecondaryIndexes.addTo", "SecondaryIndexes.remove",
            "SecondaryIndexes.removeFrom", "SecondaryIndexes.changeAndMove");
        return new MutantLoader(
            new MutationSubject(CLASSES, Map.of(), Objects.requireNonNull(CommitStepsTest.class.getClassLoader())),
            methods.map(CommitStepsTest::steps).toList());
    }

    private static Mutation steps(String method) {
        return in(method).steps(FaultSteps.class, "step");
    }

    @Test
    @Timeout(60)
    void classesWithStepsAreSound() {
        assertThat(loader().verify()).isEmpty();
    }

    @Test
    @Tag("thorough")
    @Timeout(120)
    void faultAtSomeStepsLeavesAllOrNothing(TestReporter reporter) {
        faults(reporter, 32, 100);
    }

    @Test
    @Tag("slow")
    @Timeout(900)
    void faultAtEveryStepLeavesAllOrNothing(TestReporter reporter) {
        faults(reporter, 1, 7_000);
    }

    private static void faults(TestReporter reporter, int oneIn, int faultsMin) {
        final MutantLoader loader = loader();
        final Map<String, Integer> counts = new TreeMap<>();
        int kinds = 0;
        for (FaultTable.Shape shape : FaultTable.Shape.values()) {
            for (FaultTable.Kind kind : FaultTable.Kind.values()) {
                for (boolean durable : new boolean[] {false, true}) {
                    final Supplier<Map<String, Integer>> run =
                        loader.enter(FaultRun.class, shape.name(), kind.name(), durable, oneIn);
                    run.get().forEach((what, count) -> counts.merge(what, count, Integer::sum));
                    kinds++;
                }
            }
        }
        reporter.publishEntry("steps of %d kinds of commits with a fault".formatted(kinds), counts.toString());
        assertThat(counts.getOrDefault("prepare", 0)).as("%s", counts).isGreaterThanOrEqualTo(faultsMin);
        assertThat(counts.getOrDefault("apply", 0)).as("%s", counts).isGreaterThanOrEqualTo(faultsMin);
        // The place of the record is between the two.
        assertThat(counts).containsKeys("reopened with it", "reopened without it");
    }
}
