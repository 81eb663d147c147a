package io.baton.lock;


import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Traces that are no behaviours of the model are not taken for one. */
@Tag("models")
@Timeout(300)
class TraceRejectionTest {

    private static final ShiftLockOptions OPTIONS = new ShiftLockOptions(2, true, true, false);
    private static final int TRACES = 20;
    private static final int SEEDS = 8;

    @Test
    void planted() throws IOException, InterruptedException {
        final List<List<TraceStep>> traces = new ArrayList<>();
        for (PlantedBug bug : PlantedBug.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                traces.add(TracedRun.trace(TracePlan.faulty(seed, OPTIONS, Set.of(bug))));
            }
        }
        final TraceFiles.Verdict verdict =
            TraceFiles.checkSteps(new TraceFiles.Batch("planted", true, OPTIONS, traces));
        for (PlantedBug bug : PlantedBug.values()) {
            final int from = bug.ordinal() * SEEDS;
            System.out.println("BUG " + bug + " " + verdict.rejected().subSet(from, from + SEEDS).size());
        }
    }
}
