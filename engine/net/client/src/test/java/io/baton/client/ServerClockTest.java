package io.baton.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.protocol.CallKey;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client tells of the server's clock is never ahead of it, and not far behind. */
@Timeout(10)
class ServerClockTest {

    private static final long SPEED_PARTS = 2_000;

    /** Clocks that begin anywhere, of which one is a two-thousandth faster; frames that take up to 10 s. */
    @Test
    void aTimeOfTheServerHasPassedWhateverTheClocksDo() {
        for (long seed = 0; seed < 10_000; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final long serverBegin = random.nextLong();
            final long clientBegin = random.nextLong();
            final long faster = random.nextInt(-1, 2);
            final long transit = random.nextLong(TimeUnit.SECONDS.toNanos(10));
            final long later = random.nextLong(TimeUnit.MINUTES.toNanos(10));
            final ServerClock clock =
                new ServerClock(serverBegin, clientBegin + transit + faster * transit / SPEED_PARTS);
            final long sent = transit + later;
            final long passed = clock.passedAt(clientBegin + sent + faster * sent / SPEED_PARTS);
            final long behind = serverBegin + sent - passed;
            assertThat(behind).as("seed " + seed).isPositive()
                .isLessThan(transit + later / 500 + TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    @Test
    void aKeyKeepsTheTimeOfItsFirstSendingUntilNothingWasWritten() {
        final IdempotencyKey key = new IdempotencyKey(new UUID(1, 2));
        assertThat(key.send(7, 100)).isEqualTo(new CallKey(key.id(), 0, 100));
        key.wroteNothing();
        assertThat(key.send(8, 200)).isEqualTo(new CallKey(key.id(), 0, 200));
        assertThat(key.send(8, 300)).isEqualTo(new CallKey(key.id(), 8, 200));
        // Nobody knows what the sending before has done.
        key.wroteNothing();
        assertThat(key.send(9, 400)).isEqualTo(new CallKey(key.id(), 8, 200));
    }
}
