package io.baton.deploy.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.open.Interruption;
import io.baton.history.HistoryOutput;
import io.baton.history.HistoryRecording;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run whose history cannot be written any further ends at once, and tells what it knows. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
final class LostHistoryTest {

    private static final String SENTENCE = "the history cannot be written to h any further (No space left on device), "
        + "and no call is taken without it; make room or record elsewhere";
    private static final long A_LOT = 1L << 40;
    /** So few that what they leave in the history waits for its end. */
    private static final long FEW = 500;

    private final FakeWorkload workload = new FakeWorkload();
    private final RecordingListener listener = new RecordingListener();

    /** Takes so many bytes, then no more. */
    private static final class Disk implements HistoryOutput {
        private long room;

        Disk(long room) {
            this.room = room;
        }

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            room -= bytes.remaining();
            if (room < 0) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public void finish() {
            // Nothing is kept.
        }

        @Override
        public void close() {
            // There is no file.
        }
    }

    private RunResult run(long room, long transactions) {
        workload.engine = builder -> builder.history(HistoryRecording.to(Path.of("h"), path -> new Disk(room)));
        final RunSettings settings = new RunSettings(2, Duration.ZERO, Duration.ofHours(24), true, 2, transactions);
        final RunEnvironment environment =
            new RunEnvironment(SystemNanoClock.INSTANCE, LockSupport::parkNanos, OptionalLong::empty, null);
        return new Driver(
            workload.open(settings), settings, environment, listener, new Interruption(), Duration.ofSeconds(30)).run();
    }

    @Test
    void diskThatIsFullInTheMiddleEndsTheRun() {
        final RunResult result = run(200_000, RunSettings.UNCOUNTED);
        assertThat(result.failures()).containsExactly(SENTENCE);
        assertThat(result.good()).isFalse();
        assertThat(result.all().committed()).isGreaterThan(1_000);
        assertThat(result.seconds()).isGreaterThan(0.001);
        assertThat(result.checks()).as("the engine takes no more calls").isEmpty();
        assertThat(listener.events).contains("ended").doesNotContain("progress CHECKING_RUN");
        assertThat(workload.closed()).isTrue();
    }

    @Test
    void diskThatIsFullAtTheVeryEndMakesTheRunBad() {
        final RunResult result = run(1_000, FEW);
        assertThat(result.failures()).containsExactly(SENTENCE);
        assertThat(result.all().committed() + result.all().rolledBack()).isEqualTo(FEW);
        assertThat(result.checks()).containsKeys("1", "2");
        assertThat(workload.closed()).isTrue();
    }

    @Test
    void diskWithRoomMakesNoDifference() {
        final RunResult result = run(A_LOT, FEW);
        assertThat(result.good()).isTrue();
        assertThat(result.failures()).isEmpty();
    }
}
