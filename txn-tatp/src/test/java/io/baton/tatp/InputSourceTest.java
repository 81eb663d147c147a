package io.baton.tatp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transactions and their inputs are drawn as the specification says. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class InputSourceTest {

    private static final int DRAWS = 200_000;

    private final InputSource inputs = new InputSource(new TatpConfig(1_000, 5, false), 0);

    @Test
    void everyTypeGetsItsShare() {
        final Map<TransactionType, Integer> counts = new EnumMap<>(TransactionType.class);
        for (int i = 0; i < DRAWS; i++) {
            counts.merge(inputs.nextType(), 1, Integer::sum);
        }
        final int[] percents = {35, 10, 35, 2, 14, 2, 2};
        for (final TransactionType type : TransactionType.values()) {
            assertThat(100.0 * counts.getOrDefault(type, 0) / DRAWS).as(type.label())
                .isCloseTo(percents[Arrays.asList(TransactionType.values()).indexOf(type)], within(0.5));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 65535", "100000, 65535", "1000000, 65535", "1000001, 1048575", "10000000, 1048575",
        "10000001, 2097151"})
    void scaleGivesTheConstantOfTheKeys(int subscribers, int a) {
        assertThat(SubscriberKeys.nonUniform(subscribers).a()).isEqualTo(a);
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000; i++) {
            assertThat(SubscriberKeys.nonUniform(subscribers).next(random)).isBetween(1, subscribers);
        }
    }

    @Test
    void keysAreThoseOfTheFormula() {
        final SplittableRandom random = new SplittableRandom(9);
        final SplittableRandom same = new SplittableRandom(9);
        final SubscriberKeys keys = SubscriberKeys.nonUniform(100_000);
        for (int i = 0; i < 1_000; i++) {
            final int y = same.nextInt(1, 100_001);
            final int x = same.nextInt(0, 65_536);
            assertThat(keys.next(random)).isEqualTo((x | y) % 100_000 + 1);
        }
    }

    @Test
    void someSubscribersAreChosenMoreOftenUnlessUniform() {
        assertThat(mostOften(SubscriberKeys.nonUniform(100_000))).isGreaterThan(500);
        assertThat(mostOften(SubscriberKeys.uniform(100_000))).isLessThan(30);
    }

    private static int mostOften(SubscriberKeys keys) {
        final int[] counts = new int[100_001];
        final SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < DRAWS; i++) {
            counts[keys.next(random)]++;
        }
        return Arrays.stream(counts).max().orElseThrow();
    }

    @Test
    void inputsAreInTheirRanges() {
        for (int i = 0; i < 2_000; i++) {
            for (final TransactionType type : TransactionType.values()) {
                check(type, inputs.next(type));
            }
        }
    }

    private static void check(TransactionType type, Object[] arguments) {
        final boolean byNumber = arguments[0] instanceof String;
        final long subscriber = byNumber ? Long.parseLong((String) arguments[0]) : (Long) arguments[0];
        assertThat(subscriber).isBetween(1L, 1_000L);
        assertThat(byNumber).isEqualTo(switch (type) {
            case UPDATE_LOCATION, INSERT_CALL_FORWARDING, DELETE_CALL_FORWARDING -> true;
            default -> false;
        });
        switch (type) {
            case GET_SUBSCRIBER_DATA -> assertThat(arguments).hasSize(1);
            case GET_ACCESS_DATA -> assertThat((Long) arguments[1]).isBetween(1L, 4L);
            case UPDATE_SUBSCRIBER_DATA -> {
                assertThat((Long) arguments[1]).isBetween(0L, 1L);
                assertThat((Long) arguments[2]).isBetween(1L, 4L);
                assertThat((Long) arguments[3]).isBetween(0L, 255L);
            }
            case UPDATE_LOCATION -> assertThat((Long) arguments[1]).isBetween(1L, (1L << 32) - 1);
            case GET_NEW_DESTINATION, INSERT_CALL_FORWARDING, DELETE_CALL_FORWARDING -> {
                assertThat((Long) arguments[1]).isBetween(1L, 4L);
                assertThat((Long) arguments[2]).isIn(0L, 8L, 16L);
                if (arguments.length > 3) {
                    assertThat((Long) arguments[3]).isBetween(1L, 24L);
                }
            }
        }
    }

    @Test
    void seedAndNumberGiveTheInputs() {
        assertThat(first(5, 0)).isEqualTo(first(5, 0)).isNotEqualTo(first(5, 1)).isNotEqualTo(first(6, 0));
    }

    private static String first(long seed, int number) {
        final InputSource source = new InputSource(new TatpConfig(1_000, seed, false), number);
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            text.append(Arrays.toString(source.next(source.nextType())));
        }
        return text.toString();
    }
}
