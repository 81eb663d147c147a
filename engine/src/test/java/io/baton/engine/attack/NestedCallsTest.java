package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.PART;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.ProcedureAbortedException;
import io.baton.engine.Session;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.SystemNanoClock;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls within calls, sessions that are closed in the middle or used by two threads. */
@Timeout(60)
class NestedCallsTest {

    private static final int CLOSINGS = 500;

    private final Engine engine = Parts.builder().callTimeout(Duration.ofSeconds(20)).open();
    private final Procedure<Object> work = Parts.work(engine);
    private final Work add = t -> t.update(PART, 1).set(AMOUNT, t.read(PART, 1).get(AMOUNT) + 1).address();

    @BeforeEach
    void fill() {
        Parts.fill(engine, work, 3);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private long amount(long id) {
        return (Long) engine.call(work, (Work) t -> t.read(PART, id).get(AMOUNT));
    }

    @Test
    void callsOfSessionAndEngineInsideAProcedureAreRefusedWithWhatToDo() {
        try (Session session = engine.session(); Session other = engine.session()) {
            final Outcome<Object> outcome = session.execute(work, (Work) t -> {
                t.update(PART, 2).set(AMOUNT, 7);
                final List<ThrowingCallable> nested = List.of(() -> session.call(work, add),
                    () -> session.execute(work, add), () -> other.call(work, add), () -> engine.call(work, add),
                    () -> engine.execute(work, add));
                nested.forEach(call -> assertThat(catchThrowable(call)).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("hand the transaction to a method instead"));
                // Nothing of the outer transaction was committed or given back by what was refused.
                assertThat(t.read(PART, 2).get(AMOUNT)).isEqualTo(7);
                throw t.abort("undo");
            });
            assertThat(Parts.reason(outcome)).isEqualTo(AbortReason.GAVE_UP);
        }
        assertThat(amount(1)).isEqualTo(100);
        assertThat(amount(2)).isEqualTo(100);
    }

    @Test
    void refusedCallThatPassesThroughTheProcedureIsItsFailure() {
        assertThatExceptionOfType(ProcedureAbortedException.class).isThrownBy(() -> engine.call(work, (Work) t -> {
            t.update(PART, 1).set(AMOUNT, 7);
            return engine.call(work, add);
        })).withCauseInstanceOf(IllegalStateException.class);
        assertThat(amount(1)).isEqualTo(100);
    }

    @Test
    void callOfAnotherEngineInsideAProcedureIsATransactionOfItsOwn() {
        try (Engine second = Parts.builder().open()) {
            final Procedure<Object> its = Parts.work(second);
            Parts.fill(second, its, 1);
            engine.call(work, (Work) t -> second.call(its, add));
            assertThat(second.call(its, (Work) t -> t.read(PART, 1).get(AMOUNT))).isEqualTo(101L);
        }
    }

    @Test
    void engineGoesOnForTheThreadAfterANestedCall() {
        for (int i = 0; i < 5; i++) {
            engine.call(work, (Work) t -> catchThrowable(() -> engine.call(work, add)));
            engine.call(work, add);
        }
        assertThat(amount(1)).isEqualTo(105);
    }

    @Test
    void engineCannotBeClosedInsideAProcedure() {
        assertThat(engine.call(work, (Work) t -> catchThrowable(engine::close).getMessage())).asString()
            .contains("closing the engine within procedure Do is not possible");
        engine.call(work, add);
        assertThat(amount(1)).isEqualTo(101);
    }

    @Test
    void sessionThatItsProcedureClosesCommitsThisCallAndNoOther() {
        final Session session = engine.session();
        session.call(work, (Work) t -> {
            t.update(PART, 1).set(AMOUNT, 7);
            session.close();
            session.close();
            return 0;
        });
        assertThat(amount(1)).isEqualTo(7);
        assertThatIllegalStateException().isThrownBy(() -> session.call(work, add)).withMessageContaining("closed");
        session.close();
    }

    @Test
    void sessionThatAnotherThreadClosesDuringACallCommitsIt() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            final Session session = engine.session();
            final Thread closer = Thread.ofPlatform().unstarted(session::close);
            session.call(work, (Work) t -> {
                closer.start();
                return add.in(t);
            });
            closer.join();
            assertThatIllegalStateException().isThrownBy(() -> session.call(work, add)).withMessageContaining("closed");
        }
        assertThat(amount(1)).isEqualTo(150);
    }

    /** Calls that end as soon as they have begun, so that closing meets them at every step. */
    @Test
    void sessionThatIsClosedWhileAnotherThreadCallsAndCallsStaysClosed() throws Exception {
        final RuntimeException noTime = new UnsupportedOperationException("planted");
        final AtomicBoolean armed = new AtomicBoolean();
        try (Engine timeless = Parts.builder().clock(() -> {
            if (armed.get()) {
                throw noTime;
            }
            return SystemNanoClock.INSTANCE.nanoTime();
        }).open(); ExecutorService callers = Executors.newSingleThreadExecutor()) {
            final Procedure<Object> never = Parts.work(timeless);
            armed.set(true);
            try {
                for (int round = 0; round < CLOSINGS; round++) {
                    final Session session = timeless.session();
                    final AtomicInteger calls = new AtomicInteger();
                    final FutureTask<Throwable> caller = new FutureTask<>(() -> {
                        Throwable end = noTime;
                        while (end.equals(noTime)) {
                            end = catchThrowable(() -> session.execute(never, add));
                            calls.setPlain(calls.getPlain() + 1);
                        }
                        return end;
                    });
                    callers.execute(caller);
                    while (calls.get() < 3) {
                        Thread.yield();
                    }
                    session.close();
                    assertThat(caller.get(10, TimeUnit.SECONDS)).as("closed in round %d", round)
                        .isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
                }
            } finally {
                armed.set(false);
            }
        }
    }

    @Test
    void sessionUsedByTwoThreadsAtOnceRefusesTheSecondAndHarmsNeither() throws InterruptedException {
        final int calls = 3_000;
        final AtomicInteger committed = new AtomicInteger();
        final AtomicInteger refused = new AtomicInteger();
        final AtomicReference<Throwable> other = new AtomicReference<>();
        try (Session session = engine.session()) {
            final Runnable client = () -> {
                for (int i = 0; i < calls; i++) {
                    try {
                        session.call(work, add);
                        committed.incrementAndGet();
                    } catch (IllegalStateException e) {
                        refused.incrementAndGet();
                        assertThat(e).hasMessageContaining("one thread at a time");
                    } catch (Throwable e) {
                        other.set(e);
                    }
                }
            };
            final Thread second = Thread.ofPlatform().start(client);
            client.run();
            second.join();
        }
        assertThat(other.get()).isNull();
        assertThat(amount(1)).isEqualTo(100 + committed.get());
        assertThat(committed.get() + refused.get()).isEqualTo(2 * calls);
    }

    @Test
    void secondThreadIsRefusedWhileTheFirstIsInItsProcedure() throws InterruptedException {
        final CountDownLatch inside = new CountDownLatch(1);
        final CountDownLatch tried = new CountDownLatch(1);
        try (Session session = engine.session()) {
            final Thread first = Thread.ofPlatform().start(() -> session.call(work, (Work) t -> {
                inside.countDown();
                tried.await();
                return add.in(t);
            }));
            inside.await();
            assertThatIllegalStateException().isThrownBy(() -> session.call(work, add))
                .withMessageContaining("one thread at a time, open one for each");
            tried.countDown();
            first.join();
        }
        assertThat(amount(1)).isEqualTo(101);
    }
}
