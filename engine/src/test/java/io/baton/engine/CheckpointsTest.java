package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.transaction.EngineState;
import io.baton.park.Parking;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checkpoints in the background go on whatever happens, but not when the engine has stopped. */
@Timeout(60)
class CheckpointsTest {

    private static final long ALWAYS_DUE = 1;

    private final EngineState state = new EngineState();
    private final AtomicLong logEnd = new AtomicLong(1);
    private final List<Integer> runs = Collections.synchronizedList(new ArrayList<>());

    /** Each look at the log finds it longer. */
    private Checkpoints checkpoints(Checkpoints.Task task) {
        return new Checkpoints(task, logEnd::incrementAndGet, ALWAYS_DUE, ALWAYS_DUE, System::nanoTime,
            Parking.onMachine(), state, () -> true);
    }

    @Test
    @Tag("thorough")
    void theBackgroundOutlivesWhateverATaskThrows() throws InterruptedException {
        final CountDownLatch last = new CountDownLatch(1);
        final List<Throwable> failures =
            List.of(new OutOfMemoryError("no memory"), new IllegalStateException("a bug"), new IOException("no disk"));
        final List<Throwable> told = Collections.synchronizedList(new ArrayList<>());
        final AtomicReference<Checkpoints> all = new AtomicReference<>();
        try (Checkpoints checkpoints = checkpoints(() -> {
            final int run = runs.size();
            runs.add(run);
            if (run > 0) {
                told.add(Objects.requireNonNull(Objects.requireNonNull(all.get()).lastFailure()));
            }
            if (run == failures.size()) {
                last.countDown();
                return 1;
            }
            switch (failures.get(run)) {
                case IOException e -> throw e;
                case Error e -> throw e;
                case Throwable e -> throw (RuntimeException) e;
            }
        })) {
            all.set(checkpoints);
            checkpoints.start(Thread.ofPlatform().daemon().factory());
            last.await();
        }
        assertThat(told).isEqualTo(failures);
    }

    @Test
    void anEngineThatHasStoppedTakesNone() throws InterruptedException {
        final CountDownLatch first = new CountDownLatch(1);
        try (Checkpoints checkpoints = checkpoints(() -> {
            runs.add(runs.size());
            state.stop(new IllegalStateException("the tables are wrong"));
            first.countDown();
            return 1;
        })) {
            checkpoints.start(Thread.ofPlatform().daemon().factory());
            first.await();
            Thread.sleep(500);
            assertThatExceptionOfType(EngineStoppedException.class).isThrownBy(checkpoints::take)
                .withMessageContaining("the tables are wrong");
        }
        assertThat(runs).hasSize(1);
    }

    @Test
    void onlyTheBackgroundTakesItsTime() throws InterruptedException {
        final List<Boolean> unhurried = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch begun = new CountDownLatch(1);
        final List<Checkpoints> own = new ArrayList<>();
        final Checkpoints checkpoints = checkpoints(() -> {
            unhurried.add(own.getFirst().unhurried());
            begun.countDown();
            while (own.getFirst().unhurried()) {
                Thread.onSpinWait();
            }
            return 1;
        });
        own.add(checkpoints);
        try (checkpoints) {
            checkpoints.take();
            assertThat(unhurried).containsExactly(false);
            checkpoints.start(Thread.ofPlatform().daemon().factory());
            while (unhurried.size() < 2) {
                Thread.sleep(1);
            }
            // Somebody who waits for the one under way makes it hurry; closing does, too.
            checkpoints.take();
        }
        assertThat(unhurried).contains(true);
    }
}
