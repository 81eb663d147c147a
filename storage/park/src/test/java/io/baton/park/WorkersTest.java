package io.baton.park;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work in pieces: all are done, failures are kept, and no thread outlives it. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class WorkersTest {

    private final List<Thread> made = Collections.synchronizedList(new ArrayList<>());

    private Workers workers(int count) {
        return workers(count, Thread.ofPlatform().factory());
    }

    private Workers workers(int count, ThreadFactory threads) {
        return new Workers(work -> {
            final Thread thread = threads.newThread(work);
            made.add(thread);
            return thread;
        }, count, Parking.onMachine());
    }

    private static Callable<?> failing(String why) {
        return () -> {
            throw new IllegalStateException(why);
        };
    }

    @Test
    void allPiecesAreDoneByNoMoreThreadsThanGiven() {
        final var done = ConcurrentHashMap.newKeySet();
        assertThat(workers(3).run(IntStream.range(0, 100).<Callable<?>>mapToObj(i -> () -> done.add(i)).toList()))
            .isNull();
        assertThat(done).hasSize(100);
        assertThat(made).hasSize(3).noneMatch(Thread::isAlive);
        made.clear();
        assertThat(workers(3).run(List.of(() -> done.add(-1)))).isNull();
        assertThat(made).hasSize(1);
        assertThat(workers(3).run(List.of())).isNull();
    }

    @Test
    void theFirstFailureInTheListIsToldAndTheOthersAreDoneAllTheSame() {
        final AtomicInteger done = new AtomicInteger();
        assertThat(workers(1).run(List.of(done::incrementAndGet, failing("one"), done::incrementAndGet,
            failing("two"), done::incrementAndGet))).hasMessage("one");
        assertThat(done).hasValue(3);
    }

    @Test
    void anInterruptDoesNotEndTheWaitAndStays() {
        final AtomicInteger done = new AtomicInteger();
        Thread.currentThread().interrupt();
        assertThat(workers(2).run(Collections.nCopies(20, () -> {
            Thread.sleep(1);
            return done.incrementAndGet();
        }))).isNull();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(done).hasValue(20);
    }

    @Test
    void workThatIsCancelledEndsSoon() throws InterruptedException {
        final CountDownLatch begun = new CountDownLatch(1);
        final AtomicInteger pieces = new AtomicInteger();
        final Workers.Work work = workers(1).start(Collections.nCopies(5, () -> {
            pieces.incrementAndGet();
            begun.countDown();
            Thread.sleep(Duration.ofMinutes(1));
            return pieces;
        }));
        begun.await();
        assertThat(work.awaitEnd(1)).isFalse();
        work.cancel();
        assertThat(pieces).hasValue(1);
        assertThat(work.failure()).isInstanceOf(InterruptedException.class);
        assertThat(made).noneMatch(Thread::isAlive);
    }

    @Test
    void threadsThatWereStartedEndIfAnotherCannotBe() {
        final Workers workers = workers(3, work -> {
            if (made.size() == 2) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(work);
        });
        assertThatThrownBy(() -> workers.run(Collections.nCopies(3, () -> {
            Thread.sleep(Duration.ofMinutes(1));
            return made;
        }))).isInstanceOf(OutOfMemoryError.class);
        assertThat(made).hasSize(2).noneMatch(Thread::isAlive);
    }

    @Test
    void noThreadsAreRefused() {
        assertThatThrownBy(() -> workers(0)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("0 threads: give 1 or more");
    }
}
