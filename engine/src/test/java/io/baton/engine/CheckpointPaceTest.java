package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checkpoints take half of the time until the next one, and hurry if they are late. */
@Timeout(value = 10, unit = TimeUnit.SECONDS)
final class CheckpointPaceTest {

    private static final long MEMORY = 3L << 30;
    private static final long MIB = 1L << 20;

    private final DataDirectory directory = new DataDirectory(Path.of("data"))
        .checkpointEvery(Duration.ofSeconds(60)).checkpointLogBytes(1L << 30);
    private long now = 1_000;
    private long log;
    private long memory = MEMORY;
    private final CheckpointPace pace = new CheckpointPace(directory, () -> now, () -> log, () -> memory);

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

    @Test
    void whatWasSetHoldsWhateverIsLate() {
        directory.checkpointBytesPerSecond(MIB);
        sleep(60);
        pace.begin();
        sleep(1_000);
        log += 8L << 30;
        assertThat(pace.bytesPerSecond()).isEqualTo(MIB);
        directory.checkpointBytesPerSecond(Long.MAX_VALUE);
        assertThat(pace.bytesPerSecond()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void settingsHaveLimits() {
        assertThatIllegalArgumentException().isThrownBy(() -> directory.checkpointBytesPerSecond(MIB - 1))
            .withMessageContaining("give 1048576 or more");
        assertThatIllegalArgumentException().isThrownBy(() -> directory.checkpointLogBytes(MIB - 1))
            .withMessageContaining("give 1048576 to");
        assertThatIllegalArgumentException().isThrownBy(() -> directory.checkpointLogBytes((1L << 40) + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> directory.segmentBytes((4 << 20) + 1))
            .withMessageContaining("a multiple of 4096");
        assertThatIllegalArgumentException().isThrownBy(() -> directory.forceEvery(Duration.ofNanos(999)))
            .withMessageContaining("1 microsecond");
    }
}
