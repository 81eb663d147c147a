package io.baton.deploy.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.open.Checkpointing;
import io.baton.workload.HeadlineMetric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happened between two readings. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class LiveReadingTest {

    private static final long SECOND_NANOS = 1_000_000_000;

    @Test
    void secondsAreMarkedInWhichACheckpointIsWritten() {
        final Window window = new Window(0, new RunSettings(1, Duration.ZERO, Duration.ofSeconds(9), false, 1));
        final HeadlineMetric headline = new HeadlineMetric("None", "per second", "N", "none", List.of(), 1);
        final List<Checkpointing> readings = List.of(Checkpointing.NONE, new Checkpointing(0, false),
            // Begins, goes on, and ends.
            new Checkpointing(0, true), new Checkpointing(0, true), new Checkpointing(1, false),
            new Checkpointing(1, false),
            // Within one second.
            new Checkpointing(2, false), new Checkpointing(2, false));
        final List<Boolean> marked = new ArrayList<>();
        for (int i = 1; i < readings.size(); i++) {
            marked.add(reading(i, readings.get(i)).since(reading(i - 1, readings.get(i - 1)), window, headline)
                .checkpoint());
        }
        assertThat(marked).containsExactly(false, true, true, true, false, true, false);
    }

    private static LiveReading reading(int second, Checkpointing checkpoints) {
        return LiveReading.of(second * SECOND_NANOS, 0, List.of(), 0, checkpoints);
    }
}
