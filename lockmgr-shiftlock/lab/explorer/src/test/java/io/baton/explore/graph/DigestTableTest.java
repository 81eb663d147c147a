package io.baton.explore.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Digests get numbers, and keep them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class DigestTableTest {

    private static final int MANY = 1_000_000;
    private static final int CROWD = 2_000;
    private static final long SCRAMBLE = 0x9E37_79B9_7F4A_7C15L;

    @Test
    void digestsAreNumberedInTheOrderInWhichTheyCome() {
        final DigestTable table = new DigestTable();
        final long[] digests = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1};
        for (int i = 0; i < digests.length; i++) {
            assertThat(table.number(digests[i])).as("%d", digests[i]).isEqualTo(-i - 1);
            assertThat(table.size()).isEqualTo(i + 1);
        }
        for (int i = 0; i < digests.length; i++) {
            assertThat(table.number(digests[i])).as("%d", digests[i]).isEqualTo(i);
        }
        assertThat(table.size()).isEqualTo(digests.length);
    }

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(booleans = {false, true})
    void everyDigestKeepsItsNumberWhenTheTableGrows(boolean hashed) {
        final DigestTable table = new DigestTable();
        long wrong = 0;
        for (int i = 0; i < MANY; i++) {
            wrong += table.number(digest(i, hashed)) == -i - 1 ? 0 : 1;
            wrong += table.number(digest(i / 2, hashed)) == i / 2 ? 0 : 1;
        }
        for (int i = 0; i < MANY; i++) {
            wrong += table.number(digest(i, hashed)) == i ? 0 : 1;
        }
        assertThat(wrong).isZero();
        assertThat(table.size()).isEqualTo(MANY);
    }

    private static long digest(int number, boolean hashed) {
        return hashed ? Digests.mix(1, number) : number;
    }

    /** They differ only in the lowest bits of what scrambling makes of them, which choose neither segment nor slot. */
    @Test
    void digestsThatFallOnOneSlotAreToldApart() {
        final DigestTable table = new DigestTable();
        final long unscramble = inverse(SCRAMBLE);
        final long place = 0x1234_5678_9AC0_0000L;
        for (int i = 0; i < CROWD; i++) {
            assertThat(table.number((place + i) * unscramble)).isEqualTo(-i - 1);
        }
        for (int i = 0; i < CROWD; i++) {
            assertThat(table.number((place + i) * unscramble)).isEqualTo(i);
        }
    }

    /** By Newton's method, which doubles the number of right bits each time, of which an odd number has three. */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int bits = 3; bits < Long.SIZE; bits *= 2) {
            inverse *= 2 - odd * inverse;
        }
        assertThat(inverse * odd).isEqualTo(1);
        return inverse;
    }

    @Test
    void tablesAreTheSameIfTheyHaveTheSameDigestsInAnyOrder() {
        final DigestTable table = new DigestTable();
        final DigestTable backwards = new DigestTable();
        final DigestTable another = new DigestTable();
        for (int i = 0; i < CROWD; i++) {
            table.number(digest(i, true));
            backwards.number(digest(CROWD - 1 - i, true));
            another.number(digest(i + 1, true));
        }
        assertThat(table.sameDigests(backwards)).isTrue();
        assertThat(table.sameDigests(another)).isFalse();
        assertThat(another.sameDigests(table)).isFalse();
        another.number(digest(0, true));
        assertThat(table.sameDigests(another)).as("one is missing").isFalse();
        assertThat(another.sameDigests(table)).as("one more").isFalse();
    }
}
