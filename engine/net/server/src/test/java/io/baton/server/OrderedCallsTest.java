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
    private final List<String> answered = new ArrayList<>();

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
        calls.ended("b1", answered::add);
        assertThat(begun).containsExactly("a1", "b1", "b2");
        calls.ended("b2", answered::add);
        calls.ended("somebody", answered::add);
        run(-2, "b3");
        assertThat(begun).containsExactly("a1", "b1", "b2", "b3");
        calls.ended("a1", answered::add);
        calls.ended("b3", answered::add);
        calls.ended("a2", answered::add);
        assertThat(begun).endsWith("a2");
        assertThat(calls.isEmpty()).isTrue();
    }

    @Test
    void aCallThatEndsWhileItIsStartedLetsTheNextOneBegin() {
        for (int i = 0; i < 10_000; i++) {
            final String call = "c" + i;
            calls.run(5, call, () -> {
                begun.add(call);
                calls.ended(call, answered::add);
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
        calls.clear(answered::add);
        calls.ended("a1", answered::add);
        assertThat(begun).containsExactly("a1", "b1");
        assertThat(calls.isEmpty()).isTrue();
    }

    @Test
    void theNextOneBeginsWhileTheAnswerWaitsForTheDisk() {
        run(1, "a1");
        run(1, "a2");
        run(1, "a3");
        calls.released("a1");
        assertThat(begun).containsExactly("a1", "a2");
        calls.released("a1");
        assertThat(begun).containsExactly("a1", "a2");
        calls.released("a2");
        assertThat(begun).containsExactly("a1", "a2", "a3");
        assertThat(answered).isEmpty();
        calls.ended("a1", answered::add);
        calls.ended("a2", answered::add);
        calls.ended("a3", answered::add);
        assertThat(answered).containsExactly("a1", "a2", "a3");
        calls.released("a3");
        assertThat(calls.isEmpty()).isTrue();
    }

    /** One that only reads need not wait for the disk; its answer would say that the one before is there for good. */
    @Test
    void answersComeInOrderThoughCallsBehindEndFirst() {
        run(1, "a1");
        run(1, "a2");
        run(1, "a3");
        run(2, "b1");
        calls.released("a1");
        calls.ended("a2", answered::add);
        assertThat(begun).containsExactly("a1", "b1", "a2", "a3");
        calls.ended("b1", answered::add);
        calls.ended("a3", answered::add);
        assertThat(answered).containsExactly("b1");
        run(1, "a4");
        assertThat(begun).endsWith("a4");
        calls.ended("a1", answered::add);
        assertThat(answered).containsExactly("b1", "a1", "a2", "a3");
        calls.ended("a4", answered::add);
        assertThat(answered).endsWith("a4");
        assertThat(calls.isEmpty()).isTrue();
    }

    @Test
    void answersThatWereHeldBackAreHandedOutWhenTheConnectionEnds() {
        run(1, "a1");
        run(1, "a2");
        run(1, "a3");
        calls.released("a1");
        calls.ended("a2", answered::add);
        assertThat(answered).isEmpty();
        calls.clear(answered::add);
        assertThat(answered).containsExactly("a2");
        calls.ended("a1", answered::add);
        assertThat(answered).containsExactly("a2", "a1");
        assertThat(calls.isEmpty()).isTrue();
    }
}
