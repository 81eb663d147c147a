package io.baton.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All interleavings of small crowds on one lock. */
@Timeout(120)
class ExplorerTest {

    @ParameterizedTest
    @ValueSource(strings = {"1: x | x | s", "1: x | x | x | s", "2: x | x | x | s", "1: x | x | s | s", "2: x | x | s | s"})
    void everyClientFinishes(String text) {
        final Explorer.Result result = Explorer.explore(scenario(text));
        System.out.println(result.figures());
        assertThat(result.violation()).as(result.story()).isNull();
    }

    /** Reads "threshold: program | program". */
    static Scenario scenario(String text) {
        final String[] parts = text.split(":", -1);
        return Scenario.of(Integer.parseInt(parts[0].strip()), parts[1].strip().split("\\s*\\|\\s*", -1));
    }
}
