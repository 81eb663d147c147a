package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.PART;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.Engine;
import io.baton.engine.LockKind;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.SystemAbortedException;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Places for calls are waited for with a deadline and with an ear for interrupts, also while the engine closes. */
@Timeout(60)
class PlacesTest {

    private static final Duration BRIEF = Duration.ofMillis(50);
    private static final int CALLERS = 4;
    private static final Work ADD = t -> t.update(PART, 1).set(AMOUNT, t.read(PART, 1).get(AMOUNT) + 1).address();

    /** An engine with a single place: without locks there is one client only. */
    private static Engine single(Duration timeout) {
        return Parts.builder().locks(LockKind.NONE).callTimeout(timeout).open();
    }

    @Test
    void callsAndSessionsThatFindNoPlaceInTimeAreToldSo() {
        try (Engine engine = single(BRIEF)) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 1);
            try (Session session = engine.session()) {
                assertThat(Parts.reason(engine.execute(work, ADD))).isEqualTo(AbortReason.TOO_BUSY);
                assertThatExceptionOfType(SystemAbortedException.class).isThrownBy(engine::session)
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(AbortReason.TOO_BUSY))
                    .withMessageContaining("close sessions");
                session.call(work, ADD);
            }
            engine.call(work, ADD);
            assertThat(engine.call(work, (Work) t -> t.read(PART, 1).get(AMOUNT))).isEqualTo(102L);
        }
    }

    @Test
    void timeOfTheProcedureBoundsTheWaitForAPlaceToo() {
        try (Engine engine = single(Duration.ofSeconds(50))) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 1);
            try (Session session = engine.session()) {
                assertThat(Parts.reason(engine.execute(work.within(BRIEF), ADD))).isEqualTo(AbortReason.TOO_BUSY);
                session.call(work, ADD);
            }
        }
    }

    @Test
    void interruptEndsTheWaitForAPlaceAndStaysSet() throws InterruptedException {
        try (Engine engine = single(Duration.ofSeconds(50))) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 1);
            final List<Object> saw = new ArrayList<>();
            try (Session session = engine.session()) {
                final Thread waiter = Thread.ofPlatform().start(() -> {
                    saw.add(Parts.reason(engine.execute(work, ADD)));
                    saw.add(Thread.currentThread().isInterrupted());
                    try {
                        saw.add(engine.session());
                    } catch (SystemAbortedException e) {
                        saw.add(e.reason());
                    }
                });
                awaitWaiting(waiter);
                waiter.interrupt();
                waiter.join();
                session.call(work, ADD);
            }
            assertThat(saw).containsExactly(AbortReason.CANCELLED, true, AbortReason.CANCELLED);
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.TIMED_WAITING && thread.getState() != Thread.State.TERMINATED) {
            Thread.yield();
        }
    }

    @Test
    void callsThatWaitForAPlaceWhenTheEngineBeginsToCloseAreServedFirst() throws InterruptedException {
        final Engine engine = single(Duration.ofSeconds(20));
        final Procedure<Object> work = Parts.work(engine);
        Parts.fill(engine, work, 1);
        final Session session = engine.session();
        final List<AtomicReference<Object>> saw = new ArrayList<>();
        final List<Thread> waiters = startCallers(engine, work, saw, () -> {});
        waiters.forEach(PlacesTest::awaitWaiting);
        final Thread closer = Thread.ofPlatform().start(engine::close);
        awaitWaiting(closer);
        session.close();
        closer.join();
        assertAnswered(waiters);
        assertThat(saw).allSatisfy(end -> assertThat(end.get()).isEqualTo("served"));
        assertThatIllegalStateException().isThrownBy(() -> engine.call(work, ADD)).withMessageContaining("closed");
    }

    @Test
    void callsThatWaitForAPlaceWhileTheEngineClosesAreToldThatItIsClosed() throws InterruptedException {
        final Set<Thread> stops = ConcurrentHashMap.newKeySet();
        final CountDownLatch stopped = new CountDownLatch(CALLERS);
        final CountDownLatch goOn = new CountDownLatch(1);
        // Callers stop at their first look at the clock: the engine has admitted them, and they have no place yet.
        final Engine engine = Parts.builder().locks(LockKind.NONE).callTimeout(Duration.ofSeconds(20)).clock(() -> {
            if (stops.remove(Thread.currentThread())) {
                stopped.countDown();
                awaitLatch(goOn);
            }
            return SystemNanoClock.INSTANCE.nanoTime();
        }).open();
        final Procedure<Object> work = Parts.work(engine);
        Parts.fill(engine, work, 1);
        final Session session = engine.session();
        final List<AtomicReference<Object>> saw = new ArrayList<>();
        final List<Thread> waiters = startCallers(engine, work, saw, () -> stops.add(Thread.currentThread()));
        stopped.await();
        final Thread closer = Thread.ofPlatform().start(engine::close);
        awaitWaiting(closer);
        goOn.countDown();
        waiters.forEach(PlacesTest::awaitTimedWaiting);
        session.close();
        closer.join();
        assertAnswered(waiters);
        assertThat(saw).allSatisfy(end -> assertThat(end.get()).isEqualTo(AbortReason.CLOSING));
    }

    private static List<Thread> startCallers(Engine engine, Procedure<Object> work, List<AtomicReference<Object>> saw,
            Runnable before) {
        final List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            final AtomicReference<Object> end = new AtomicReference<>();
            saw.add(end);
            callers.add(Thread.ofPlatform().start(() -> {
                before.run();
                end.set(end(engine, work));
            }));
        }
        return callers;
    }

    private static void awaitTimedWaiting(Thread thread) {
        awaitWaiting(thread);
        assertThat(thread.isAlive()).as("the caller waits, and was not told anything").isTrue();
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertAnswered(List<Thread> waiters) throws InterruptedException {
        for (Thread waiter : waiters) {
            assertThat(waiter.join(Duration.ofSeconds(15))).as("a caller that waited has an answer").isTrue();
        }
    }

    private static Object end(Engine engine, Procedure<Object> work) {
        final Outcome<Object> outcome = engine.execute(work, ADD);
        return outcome instanceof Outcome.Committed ? "served" : Parts.reason(outcome);
    }

    @Test
    void closeWaitsForTheCallThatIsUnderWayAndItIsCommitted() throws InterruptedException {
        final Engine engine = Parts.builder().callTimeout(Duration.ofSeconds(20)).open();
        final Procedure<Object> work = Parts.work(engine);
        Parts.fill(engine, work, 1);
        final CountDownLatch inside = new CountDownLatch(1);
        final AtomicInteger committed = new AtomicInteger();
        final Thread caller = Thread.ofPlatform().start(() -> {
            if (engine.execute(work, (Work) t -> {
                inside.countDown();
                Thread.sleep(50);
                return ADD.in(t);
            }) instanceof Outcome.Committed) {
                committed.incrementAndGet();
            }
        });
        inside.await();
        engine.close();
        caller.join();
        assertThat(committed.get()).isOne();
    }

    @Test
    void interruptedThreadClosesAnEngineAndStaysInterrupted() throws InterruptedException {
        final Engine engine = Parts.builder().callTimeout(Duration.ofSeconds(20)).open();
        final Procedure<Object> work = Parts.work(engine);
        Parts.fill(engine, work, 1);
        final CountDownLatch inside = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        final AtomicReference<Object> called = new AtomicReference<>();
        final Thread caller = Thread.ofPlatform().start(() -> called.set(engine.execute(work, (Work) t -> {
            inside.countDown();
            goOn.await();
            return ADD.in(t);
        })));
        inside.await();
        final AtomicReference<Object> closed = new AtomicReference<>();
        final Thread closer = Thread.ofPlatform().start(() -> {
            Thread.currentThread().interrupt();
            engine.close();
            closed.set(Thread.currentThread().isInterrupted());
        });
        awaitWaiting(closer);
        closer.interrupt();
        goOn.countDown();
        caller.join();
        closer.join();
        assertThat(called.get()).isInstanceOf(Outcome.Committed.class);
        assertThat(closed.get()).as("closed, and still interrupted").isEqualTo(true);
        engine.close();
    }

    @Test
    void everyReasonHasASqlStateOfItsOwn() {
        final List<String> states = new ArrayList<>();
        for (AbortReason reason : AbortReason.values()) {
            assertThat(reason.sqlState()).as(reason.name()).matches("[0-9A-Z]{5}");
            states.add(reason.sqlState());
            assertThat(new Outcome.AbortedBySystem<>(reason, "").sqlState()).isEqualTo(reason.sqlState());
            assertThat(new Outcome.AbortedByProcedure<>(reason, "", null).sqlState()).isEqualTo(reason.sqlState());
        }
        states.add(new Outcome.Committed<>(0).sqlState());
        states.add(new Outcome.Unknown<>("").sqlState());
        assertThat(states).contains("00000", "08007");
        assertThat(states).doesNotHaveDuplicates();
        assertThat(AbortReason.TIMEOUT.retryable()).isTrue();
        assertThat(AbortReason.GAVE_UP.retryable()).isFalse();
    }

    @Test
    void timeOfAProcedureThatLoopsOverRowsEndsIt() {
        try (Engine engine = Parts.builder().callTimeout(Duration.ofSeconds(50)).open()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 2);
            final Outcome<Object> outcome = engine.execute(work.within(BRIEF), (Work) t -> {
                t.update(PART, 1).set(AMOUNT, 1);
                while (t.exists(PART, 2)) {
                    Thread.onSpinWait();
                }
                return 0;
            });
            assertThat(Parts.reason(outcome)).isEqualTo(AbortReason.TIMEOUT);
            assertThat(engine.call(work, (Work) t -> t.read(PART, 1).get(AMOUNT))).isEqualTo(100L);
        }
    }
}
