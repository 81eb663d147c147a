package io.baton.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Blocks are written at the speed that is wanted, in bursts. */
class PaceTest {
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int BLOCK = 1_000;

    private final List<Long> pauses = new ArrayList<>();
    private long now = -7;
    private long speed = 1_000_000;
    private final RateLimiter pace = new RateLimiter(() -> now, nanos -> {
        pauses.add(nanos);
        now += nanos;
    }, () -> speed);

    @Test
    void theSpeedIsKept() {
        long begin = now;
        for (int i = 0; i < 2_000; i++) {
            now += MILLISECOND / 10;
            pace.passed(BLOCK);
        }
        assertThat(now - begin).isBetween(1_990 * MILLISECOND, 2_030 * MILLISECOND);
    }

    @Test
    void noPauseIsShorterThanTenMilliseconds() {
        for (int i = 0; i < 2_000; i++) {
            pace.passed(BLOCK);
        }
        assertThat(pauses).hasSize(200).allSatisfy(nanos -> assertThat(nanos).isEqualTo(10 * MILLISECOND));
    }

    @Test
    void timeThatWasNotUsedIsNotMadeUpFor() {
        now += 5_000 * MILLISECOND;
        for (int i = 0; i < 10; i++) {
            pace.passed(BLOCK);
        }
        assertThat(pauses).hasSize(1);
    }

    @Test
    void thereIsNoPauseWithoutASpeed() {
        speed = Long.MAX_VALUE;
        pace.passed(Long.MAX_VALUE);
        assertThat(pauses).isEmpty();
    }
}
