package io.baton.fabric.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.VerbBatch;
import io.baton.park.WaitKeeper;
import io.baton.testing.Crew;
import io.baton.testing.Seeds;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Waiting for a word of the server's memory, on the registered path too. */
@Timeout(60)
class AwaitWordTest {

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    private static void await(Endpoint endpoint, long address, long mask, long value) {
        while ((endpoint.readWord(address) & mask) != value) {
            endpoint.awaitWord(address, mask, value, Endpoint.NO_DEADLINE);
        }
    }

    /** By how much each test is longer than in the default suite. */
    int times() {
        return 1;
    }

    /** Two players count up in turns in two words of one line: each waits for what the other writes. */
    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({"false, 0, 0", "true, 0, 0", "false, 50, 3", "true, 0, 20"})
    void wakesWhenTheValueAppears(boolean virtual, int spins, int yields) {
        try (InProcessFabric fabric = new InProcessFabric(48, new WaitPolicy(spins, yields))) {
            Crew.run(2, virtual, index -> {
                final Endpoint endpoint = fabric.connect();
                final VerbBatch add = new VerbBatch().add(new ExtFaa().at(0).addLow(2, 0));
                for (int i = 0; i < 3_000 * times(); i++) {
                    if (index == 0) {
                        endpoint.execute(add);
                        await(endpoint, 40, -1, i + 1);
                    } else {
                        await(endpoint, 0, ~1L, 2L * (i + 1));
                        endpoint.writeWord(40, i + 1);
                    }
                }
            });
        }
    }

    @Test
    void eachWaiterOfALineWakesForItsOwnWord() {
        try (InProcessFabric fabric = new InProcessFabric(16 * 200, new WaitPolicy(0, 0))) {
            final int waiters = 100;
            Crew.run(waiters + 1, true, index -> {
                final Endpoint endpoint = fabric.connect();
                for (int round = 1; round <= 20 * times(); round++) {
                    if (index < waiters) {
                        await(endpoint, 8L * index, -1, round);
                        endpoint.writeWord(1600 + 8L * index, round);
                    } else {
                        for (int i = waiters - 1; i >= 0; i--) {
                            endpoint.writeWord(8L * i, round);
                        }
                        for (int i = 0; i < waiters; i++) {
                            await(endpoint, 1600 + 8L * i, -1, round);
                        }
                    }
                }
            });
        }
    }

    @Test
    void staysParkedUntilTheValueAppears() throws InterruptedException {
        try (InProcessFabric fabric = new InProcessFabric(48, new WaitPolicy(0, 0))) {
            final Endpoint waiter = fabric.connect();
            final Endpoint other = fabric.connect();
            final Thread thread = Thread.ofPlatform().daemon()
                .start(() -> waiter.awaitWord(0, 1, 1, Endpoint.NO_DEADLINE));
            other.execute(new VerbBatch().add(new ExtFaa().at(0).addLow(2, 0))
                .add(new ExtFaa().at(16).addLow(1, 0)));
            thread.join(20);
            assertThat(thread.isAlive()).isTrue();
            other.execute(new VerbBatch().add(new ExtCas().at(0).swapLow(1, 1)));
            thread.join(10_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }

    @Test
    void givesUpAtItsDeadline() {
        try (InProcessFabric fabric = new InProcessFabric(48, new WaitPolicy(0, 0))) {
            final Endpoint endpoint = fabric.connect();
            final long before = System.nanoTime();
            endpoint.awaitWord(0, -1, 1, before + TimeUnit.MILLISECONDS.toNanos(20));
            assertThat(System.nanoTime() - before)
                .isBetween(TimeUnit.MILLISECONDS.toNanos(20), TimeUnit.SECONDS.toNanos(10));
            endpoint.writeWord(0, 1);
            endpoint.awaitWord(0, -1, 1, Endpoint.NO_DEADLINE);
            endpoint.awaitWord(0, -1, 2, before);
            endpoint.writeWord(0, 2);
            endpoint.awaitWord(0, -1, 2, Endpoint.NO_DEADLINE);
        }
    }

    /** Waiters give up at the very time at which they are satisfied; the watch must be as good as new afterwards. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void givingUpMeetsSatisfaction(boolean virtual) {
        final long seed = seeds.next();
        try (InProcessFabric fabric = new InProcessFabric(48, new WaitPolicy(0, 0))) {
            final int waiters = 3;
            final int rounds = 2_000 * times();
            Crew.run(waiters + 1, virtual, index -> {
                final Endpoint endpoint = fabric.connect();
                final java.util.Random random = new java.util.Random(seed + index);
                for (int round = 1; round <= rounds; round++) {
                    if (index == waiters) {
                        endpoint.execute(new VerbBatch().add(new ExtFaa().at(0).addLow(1, 0).addHigh(1, 0)));
                        for (int i = 0; i < waiters; i++) {
                            await(endpoint, 16 + 8L * i, -1, round);
                        }
                    } else {
                        while (endpoint.readWord(8L * (index & 1)) != round) {
                            endpoint.awaitWord(8L * (index & 1), -1, round, System.nanoTime() + random.nextInt(30_000));
                        }
                        endpoint.writeWord(16 + 8L * index, round);
                    }
                }
            });
        }
    }

    @Test
    void interruptNeitherEndsTheWaitNorGetsLost() throws InterruptedException {
        try (InProcessFabric shared = new InProcessFabric(16, new WaitPolicy(0, 0))) {
            final Endpoint waiter = shared.connect();
            final Endpoint writer = shared.connect();
            final boolean[] interrupted = new boolean[1];
            final long[] cpuNanos = new long[1];
            final Thread thread = Thread.ofPlatform().start(() -> {
                Thread.currentThread().interrupt();
                await(waiter, 0, -1, 7);
                interrupted[0] = Thread.interrupted();
                cpuNanos[0] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            });
            Thread.sleep(300);
            assertThat(thread.isAlive()).isTrue();
            writer.writeWord(0, 7);
            thread.join();
            assertThat(interrupted[0]).isTrue();
            assertThat(cpuNanos[0]).as("it parks, it does not spin").isLessThan(150_000_000);
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void farDeadlineOfManyWaitersPassesWithoutTimersOfTheirOwn(boolean virtual) {
        try (InProcessFabric fabric = new InProcessFabric(16, new WaitPolicy(0, 0))) {
            for (int round = 0; round < 2; round++) {
                Crew.run(20, virtual, index -> {
                    final Endpoint endpoint = fabric.connect();
                    final long begin = System.nanoTime();
                    final long deadline = begin + 2 * WaitKeeper.FAR_NANOS;
                    while (System.nanoTime() - deadline < 0) {
                        if (index % 2 == 0) {
                            endpoint.awaitWord(0, -1, 9, deadline);
                        } else {
                            endpoint.awaitNotice(deadline);
                        }
                    }
                    assertThat(System.nanoTime() - begin)
                        .isBetween(2 * WaitKeeper.FAR_NANOS, TimeUnit.SECONDS.toNanos(5));
                    endpoint.close();
                });
            }
        }
    }
}
