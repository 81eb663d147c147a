package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.Seeds;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The event queue orders by time, then by the order of adding. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class EventQueueTest {

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    private record Expected(long time, long order) {
    }

    @Test
    void eventsComeInOrderOfTimeAndOfAdding() {
        final long seed = seeds.next();
        final SplittableRandom random = new SplittableRandom(seed);
        final EventQueue queue = new EventQueue();
        final PriorityQueue<Expected> expected =
            new PriorityQueue<>(Comparator.comparingLong(Expected::time).thenComparingLong(Expected::order));
        final Event event = ticket -> null;
        for (long step = 0; step < 100_000; step++) {
            final boolean growing = step % 20_000 < 10_000;
            if (expected.isEmpty() || random.nextInt(10) < (growing ? 8 : 2)) {
                final long time = random.nextInt(1_000);
                queue.add(time, event, step);
                expected.add(new Expected(time, step));
            } else {
                final Expected first = expected.remove();
                assertThat(queue.time()).as("seed %d, step %d", seed, step).isEqualTo(first.time());
                assertThat(queue.ticket()).as("seed %d, step %d", seed, step).isEqualTo(first.order());
                assertThat(queue.remove()).isSameAs(event);
            }
            assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
        }
    }
}
