package io.baton.deploy.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Seconds with a checkpoint are compared with those without. */
final class CheckpointDipTest {

    private static LiveSecond second(boolean measuring, double committedPerSecond, boolean checkpoint) {
        return new LiveSecond(1, measuring, committedPerSecond, 0, 0, 0, 0, 0, 0, 0, checkpoint);
    }

    @Test
    void itTakesTheMedianOfEachKind() {
        final CheckpointDip dip = CheckpointDip.of(List.of(second(true, 900, true), second(true, 1_000, false),
            second(true, 100, true), second(true, 800, true), second(true, 2_000, false))).orElseThrow();
        assertThat(dip).isEqualTo(new CheckpointDip(3, 800, 2, 1_500));
        assertThat(dip.share()).isEqualTo(800.0 / 1_500);
    }

    @Test
    void secondsOfTheWarmUpDoNotCount() {
        assertThat(CheckpointDip.of(List.of(second(false, 10, true), second(false, 10, false), second(true, 500, true),
            second(true, 1_000, false)))).contains(new CheckpointDip(1, 500, 1, 1_000));
    }

    @Test
    void withoutSecondsOfBothKindsThereIsNone() {
        assertThat(CheckpointDip.of(List.of())).isEmpty();
        assertThat(CheckpointDip.of(List.of(second(true, 900, true)))).isEmpty();
        assertThat(CheckpointDip.of(List.of(second(true, 900, false)))).isEmpty();
        assertThat(CheckpointDip.of(List.of(second(false, 900, true), second(true, 900, false)))).isEmpty();
        assertThat(CheckpointDip.of(List.of(second(true, 900, true), second(true, 0, false)))).isEmpty();
    }
}
