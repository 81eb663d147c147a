package io.baton.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With threshold N, a waiting reader sees N writers pass, the first included, and not one more. */
@Timeout(20)
class ThresholdTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 15, 16, 17})
    void readerIsLetInAfterAsManyWritersAsTheThreshold(int threshold) {
        final int writers = 40;
        final String[] programs = new String[writers + 1];
        Arrays.fill(programs, "x");
        programs[writers] = "s";
        final Stage stage = new Stage(Scenario.of(threshold, programs), false, false);
        final List<Integer> granted = new ArrayList<>();
        try {
            for (int i = 0; i <= writers; i++) {
                go(stage, i, granted);
            }
            int next = 0;
            while (!finished(stage)) {
                while (!stage.fabric.inFlight().isEmpty()) {
                    stage.take(Stage.DELIVER);
                }
                if (stage.actors.get(next).step.kind == StepKind.WORK) {
                    stage.take(Stage.RUN | next);
                }
                go(stage, next, granted);
                next = (next + 1) % (writers + 1);
            }
        } finally {
            stage.abandon();
        }
        assertThat(granted).hasSize(writers + 1);
        assertThat(granted.indexOf(writers)).isEqualTo(threshold);
        granted.remove(Integer.valueOf(writers));
        assertThat(granted).isSorted();
    }

    private static boolean finished(Stage stage) {
        return stage.actors.stream().allMatch(Actor::ended);
    }

    /** Lets an actor go on until it works, waits or has ended. */
    private static void go(Stage stage, int index, List<Integer> granted) {
        final Actor actor = stage.actors.get(index);
        while (stage.canRun(actor) && actor.step.kind != StepKind.WORK) {
            stage.take(Stage.RUN | index);
            if (actor.step.kind == StepKind.WORK) {
                granted.add(index);
            }
        }
    }
}
