package io.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A crew's threads all run, at once, and their failures are not lost. */
@Timeout(30)
final class CrewTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachThreadRunsOnceAndAtTheSameTimeAsTheOthers(boolean virtual) {
        final AtomicIntegerArray runs = new AtomicIntegerArray(8);
        final CyclicBarrier all = new CyclicBarrier(8);
        Crew.run(8, virtual, index -> {
            all.await();
            assertThat(Thread.currentThread().isVirtual()).isEqualTo(virtual);
            runs.incrementAndGet(index);
        });
        assertThat(runs).hasToString("[1, 1, 1, 1, 1, 1, 1, 1]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failureEndsTheWaitForTheOthersAndTellsTheSituation(boolean virtual) {
        final CountDownLatch never = new CountDownLatch(1);
        final Exception thrown = new Exception("no more");
        assertThatThrownBy(() -> Crew.run(4, virtual, () -> "three wait", index -> {
            if (index == 2) {
                throw thrown;
            }
            never.await();
        })).isInstanceOf(AssertionError.class).hasMessage("a thread failed; three wait").hasCause(thrown);
        never.countDown();
    }
}
