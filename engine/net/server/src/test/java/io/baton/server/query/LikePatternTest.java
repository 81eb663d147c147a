package io.baton.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Patterns and what has their form. */
class LikePatternTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = ' ', value = {"abc abc true", "abc abcd false", "a% a true",
        "a% abc true", "%c abc true", "%b% abc true", "_ \ud83d\ude00 true", "__ \ud83d\ude00 false", "a_c abc true",
        "a_c ac false", "%a%a%a aaa true", "%a%a%a aa false", "100\\% 100% true", "100\\% 1000 false", "\\_ _ true",
        "\\_ x false", "% \"\" true", "_ \"\" false", "%%%% abc true", "%abcab% ababcabc true", "A a false"})
    void patternsMatch(String pattern, String text, boolean matches) {
        assertThat(LikePattern.of(pattern, '\\').matches(text)).isEqualTo(matches);
    }

    @Test
    void escapesAndStarts() {
        assertThat(LikePattern.of("a!%b%", '!').start()).isEqualTo("a%b");
        assertThat(LikePattern.of("%a", '!').start()).isEmpty();
        assertThat(LikePattern.of("a\\%", -1).matches("a\\xyz")).isTrue();
        Assertions.assertThrows(QueryException.class, () -> LikePattern.of("a!", '!'));
        Assertions.assertThrows(QueryException.class, () -> LikePattern.of("%".repeat(2_000), '!'));
        Assertions.assertThrows(QueryException.class, () -> LikePattern.of(5L, '!'));
    }

    @Test
    void noPatternTakesLong() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(10), () -> assertThat(
            LikePattern.of("%a".repeat(499) + "b", '\\').matches("a".repeat(65_000))).isFalse());
    }
}
