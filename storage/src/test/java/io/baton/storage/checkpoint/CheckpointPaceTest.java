package io.baton.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checkpoints take half of the time until the next one, and hurry if they are late. */
@Timeout(value = 10, unit = TimeUnit.SECONDS)
final class CheckpointPaceTest {

    private static final long MEMORY = 3L << 30;
    private static final long MIB = 1L << 20;

    private long now = 1_000;
    private long log;
    private long memory = MEMORY;
    private final CheckpointPace pace =
        new CheckpointPace(Duration.ofSeconds(60).toNanos(), 1L << 30, () -> now, () -> log, () -> memory);

    private void sleep(double seconds) {
        now += (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void halfOfTheTimeIsEnough() {
        sleep(60);
        pace.begin();
        assertThat(pace.bytesPerSecond()).isEqualTo(2 * MEMORY / 60);
        sleep(29);
        assertThat(pace.bytesPerSecond()).isEqualTo(2 * MEMORY / 60);
        sleep(31);
        pace.begin();
        assertThat(pace.bytesPerSecond()).isEqualTo(2 * MEMORY / 60);
    }

    @Test
    void aLogThatGrowsFastMakesItFaster() {
        sleep(20);
        pace.begin();
        assertThat(pace.bytesPerSecond()).isEqualTo(2 * MEMORY / 20);
    }

    @Test
    void whatIsLateHurries() {
        sleep(60);
        pace.begin();
        sleep(31);
        assertThat(pace.bytesPerSecond()).isEqualTo(Long.MAX_VALUE);
        sleep(29);
        pace.begin();
        log += (512 << 20) + 1;
        assertThat(pace.bytesPerSecond()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void littleIsWrittenAtLeastSoFastAndAStoreThatWasIdleIsNotSlow() {
        memory = 100 * MIB;
        sleep(60);
        pace.begin();
        assertThat(pace.bytesPerSecond()).isEqualTo(CheckpointPace.BYTES_PER_SECOND_MIN);
        memory = MEMORY;
        sleep(100_000);
        pace.begin();
        assertThat(pace.bytesPerSecond()).isEqualTo(2 * MEMORY / 60);
    }
}
