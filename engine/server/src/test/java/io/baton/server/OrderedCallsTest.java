package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of one order begin one after the other, and wait for none of another order. */
@Timeout(5)
class OrderedCallsTest {

    private final OrderedCalls<String> calls = new OrderedCalls<>();
    private final List<String> begun = new ArrayList<>();

    private void run(int order, String call) {
        calls.run(order, call, () -> begun.add(call));
    }

    @Test
    void aCallWaitsForThoseOfItsOrderOnly() {
        run(1, "a1");
        run(1, "a2");
        run(-2, "b1");
        run(-2, "b2");
        assertThat(begun).containsExactly("a1", "b1");
        calls.ended("b1");
        assertThat(begun).containsExactly("a1", "b1", "b2");
        calls.ended("b2");
        calls.ended("somebody");
        run(-2, "b3");
        assertThat(begun).containsExactly("a1", "b1", "b2", "b3");
        calls.ended("a1");
        calls.ended("b3");
        calls.ended("a2");
        assertThat(begun).endsWith("a2");
        assertThat(calls.isEmpty()).isTrue();
    }

    @Test
    void aCallThatEndsWhileItIsStartedLetsTheNextOneBegin() {
        for (int i = 0; i < 10_000; i++) {
            final String call = "c" + i;
            calls.run(5, call, () -> {
                begun.add(call);
                calls.ended(call);
            });
        }
        assertThat(begun).hasSize(10_000);
        assertThat(calls.isEmpty()).isTrue();
    }

    @Test
    void withTheConnectionAllAreForgotten() {
        run(1, "a1");
        run(1, "a2");
        run(2, "b1");
        calls.clear();
        calls.ended("a1");
        assertThat(begun).containsExactly("a1", "b1");
        assertThat(calls.isEmpty()).isTrue();
    }
}
