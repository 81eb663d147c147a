package io.baton.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** For whom the writer waits before it forces, and how long. */
final class GroupDelayTest {
    private static final int CLIENTS = 64;
    private static final int MOST = 56;

    private final GroupDelay delay = new GroupDelay();

    @Test
    void mostOfThoseWhoWereAnsweredAreWaitedFor() {
        assertThat(delay.missing(CLIENTS, 0)).isEqualTo(MOST);
        assertThat(delay.missing(CLIENTS, 50)).isEqualTo(MOST - 50);
        assertThat(delay.missing(CLIENTS, MOST)).isZero();
        assertThat(delay.missing(CLIENTS, CLIENTS)).isZero();
        assertThat(delay.missing(2, 1)).isEqualTo(1);
        assertThat(delay.missing(1, 0)).as("a single client").isZero();
        assertThat(delay.missing(0, 0)).isZero();
    }

    @Test
    void patienceFollowsTheForcesWithinItsBounds() {
        assertThat(delay.patienceNanos()).isEqualTo(100_000);
        for (int i = 0; i < 100; i++) {
            delay.forced(200_000, CLIENTS, 64_000);
        }
        assertThat(delay.patienceNanos()).isBetween(700_000L, 800_000L);
        assertThat(delay.bytes(8)).as("three quarters of 8 transactions of 1,000 bytes").isBetween(5_500L, 6_000L);
        for (int i = 0; i < 100; i++) {
            delay.forced(50_000_000, 0, 100);
        }
        assertThat(delay.patienceNanos()).isEqualTo(2_000_000);
        assertThat(delay.bytes(8)).as("a force without transactions").isBetween(5_500L, 6_000L);
        assertThat(new GroupDelay().bytes(8)).isEqualTo(1);
    }

    @Test
    void aClientThatDoesNotComeIsNotWaitedForTheNextTimes() {
        for (int skips : new int[] {1, 3, 7, 15, 31, 31}) {
            assertThat(delay.missing(CLIENTS, 0)).isEqualTo(MOST);
            delay.came(MOST / 2 - 1, MOST);
            for (int i = 0; i < skips; i++) {
                assertThat(delay.missing(CLIENTS, 0)).as("%s skips", skips).isZero();
            }
        }
        assertThat(delay.missing(CLIENTS, 0)).isEqualTo(MOST);
        delay.came(MOST / 2, MOST);
        assertThat(delay.missing(CLIENTS, 0)).as("half came").isEqualTo(MOST);
    }
}
