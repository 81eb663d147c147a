package io.baton.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.park.Parking;
import io.baton.park.WaitKeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is told that a number was reached, and by whom. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ProgressTest {
    private static final long TARGET = 8;
    private static final Duration SOON = Duration.ofSeconds(10);

    private final Progress progress = new Progress(0, SystemNanoClock.INSTANCE, Parking.onMachine());

    private Thread waiting(Thread.Builder builder) {
        final Thread thread = builder.start(() -> progress.await(TARGET, LogBox.FOREVER));
        awaitParked(thread);
        return thread;
    }

    private static Thread.State awaitParked(Thread thread) {
        Thread.State state = thread.getState();
        while (state != Thread.State.WAITING && state != Thread.State.TIMED_WAITING && !Thread.interrupted()) {
            Thread.onSpinWait();
            state = thread.getState();
        }
        return state;
    }

    @Test
    void aPlatformThreadIsToldWhileNoVirtualThreadGetsAProcessor() throws InterruptedException {
        final Thread first = waiting(Thread.ofVirtual());
        final Thread behind = waiting(Thread.ofPlatform());
        final int carriers = Runtime.getRuntime().availableProcessors();
        final AtomicBoolean busy = new AtomicBoolean(true);
        final AtomicInteger spinning = new AtomicInteger();
        final List<Thread> all = new ArrayList<>(List.of(first, behind));
        try {
            for (int i = 0; i < carriers; i++) {
                all.add(Thread.ofVirtual().start(() -> {
                    spinning.incrementAndGet();
                    while (busy.get()) {
                        Thread.onSpinWait();
                    }
                }));
            }
            while (spinning.get() < carriers) {
                Thread.onSpinWait();
            }
            progress.advance(TARGET);
            progress.answer();
            assertThat(behind.join(SOON)).as("told at once").isTrue();
        } finally {
            busy.set(false);
        }
        for (Thread thread : all) {
            assertThat(thread.join(SOON)).isTrue();
        }
    }

    @Test
    void aLongWaitHasNoTimerOfItsOwnAndTheKeeperEndsIt() throws InterruptedException {
        final Thread keeper = Thread.ofPlatform().start(progress.keeper());
        while (!progress.keeper().watches()) {
            Thread.onSpinWait();
        }
        final AtomicBoolean tooLate = new AtomicBoolean();
        final Thread thread =
            Thread.ofPlatform().start(() -> tooLate.set(!progress.await(TARGET, 10 * WaitKeeper.FAR_NANOS)));
        assertThat(awaitParked(thread)).isEqualTo(Thread.State.WAITING);
        assertThat(thread.join(SOON)).isTrue();
        assertThat(tooLate).isTrue();
        progress.keeper().stop();
        assertThat(keeper.join(SOON)).isTrue();
        assertThat(progress.keeper().watches()).as("a keeper that has ended watches nobody").isFalse();
    }
}
