package io.baton.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.SocketPlaces.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each client has some places for itself, whatever the others have; the rest is for all. */
@Timeout(20)
class SocketPlacesTest {

    private static int takeAll(SocketPlaces places, Part part) {
        int taken = 0;
        while (places.tryEnter(part)) {
            taken++;
        }
        return taken;
    }

    /** A thread that waits for a place. */
    private static Thread waiting(SocketPlaces places, Part part, Runnable then) throws InterruptedException {
        final Thread thread = Thread.ofPlatform().start(() -> {
            places.enter(part, new CallFuture<>());
            then.run();
        });
        while (thread.getState() != Thread.State.WAITING) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        return thread;
    }

    @Test
    void oneAloneHasAllButWhatTheOthersKeep() {
        for (final int[] shape : new int[][] {{256, 16, 196, 4}, {256, 1, 256, 64}, {32, 16, 17, 1}, {16, 16, 1, 1},
            {17, 16, 2, 1}, {1, 1, 1, 1}, {1_000, 3, 834, 83}}) {
            final SocketPlaces places = new SocketPlaces(shape[0], shape[1]);
            assertThat(places.most()).isEqualTo(shape[2]);
            assertThat(takeAll(places, new Part())).isEqualTo(shape[2]);
            int all = shape[2];
            for (int client = 1; client < shape[1]; client++) {
                final int kept = takeAll(places, new Part());
                assertThat(kept).isEqualTo(shape[3]);
                all += kept;
            }
            assertThat(all).isEqualTo(shape[0]);
        }
    }

    @Test
    void aPlaceOfOnesOwnGoesToOnesOwnCallAndACommonOneToWhoCameFirst() throws Exception {
        final SocketPlaces places = new SocketPlaces(8, 2);
        final Part greedy = new Part();
        final Part modest = new Part();
        final List<String> order = new ArrayList<>();
        assertThat(takeAll(places, greedy)).isEqualTo(7);
        assertThat(takeAll(places, modest)).isEqualTo(1);
        final Thread first = waiting(places, greedy, () -> order.add("greedy"));
        final Thread second = waiting(places, modest, () -> order.add("modest"));
        places.leave(modest);
        second.join();
        assertThat(order).containsExactly("modest");
        final Thread third = waiting(places, modest, () -> order.add("modest again"));
        places.leave(greedy);
        first.join();
        places.leave(greedy);
        third.join();
        assertThat(order).containsExactly("modest", "greedy", "modest again");
        assertThat(places.tryEnter(greedy)).isFalse();
        places.leave(modest);
        assertThat(places.tryEnter(greedy)).isTrue();
    }

    @Test
    void noPlaceIsLostOrGivenTwice() throws Exception {
        final long seed = System.nanoTime();
        final int clients = 4;
        final SocketPlaces places = new SocketPlaces(16, clients);
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final CountDownLatch done = new CountDownLatch(40);
        final List<Part> parts = List.of(new Part(), new Part(), new Part(), new Part());
        for (int i = 0; i < 40; i++) {
            final SplittableRandom random = new SplittableRandom(seed + i);
            final Part part = parts.get(i % clients);
            Thread.ofVirtual().start(() -> {
                for (int call = 0; call < 2_000; call++) {
                    if (random.nextInt(4) > 0) {
                        places.enter(part, new CallFuture<>());
                    } else if (!places.tryEnter(part)) {
                        continue;
                    }
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    if (random.nextInt(8) == 0) {
                        Thread.yield();
                    }
                    inside.decrementAndGet();
                    places.leave(part);
                }
                done.countDown();
            });
        }
        assertThat(done.await(15, TimeUnit.SECONDS)).as("seed " + seed).isTrue();
        assertThat(most.get()).isLessThanOrEqualTo(16);
        assertThat(takeAll(places, parts.getFirst())).isEqualTo(places.most());
    }

    @Test
    void whoIsAskedToEndWaitsNoLongerAndTakesNoPlace() throws Exception {
        final SocketPlaces places = new SocketPlaces(4, 1);
        final Part part = new Part();
        assertThat(takeAll(places, part)).isEqualTo(4);
        final CallFuture<Object> ended = new CallFuture<>();
        final CallFuture<Object> cancelled = new CallFuture<>();
        final AtomicInteger left = new AtomicInteger();
        final List<Thread> threads = new ArrayList<>();
        for (final CallFuture<Object> call : List.of(ended, cancelled)) {
            threads.add(Thread.ofVirtual().start(() -> {
                if (!places.enter(part, call)) {
                    left.incrementAndGet();
                }
            }));
        }
        final Thread other = waiting(places, part, () -> {});
        ended.end();
        cancelled.cancel(true);
        for (final Thread thread : threads) {
            thread.join();
        }
        assertThat(left).hasValue(2);
        assertThat(places.enter(part, ended)).as("asked before").isFalse();
        places.leave(part);
        other.join();
        places.leave(part);
        assertThat(places.tryEnter(part)).isTrue();
        assertThat(places.tryEnter(part)).isFalse();
    }
}
