package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.PART;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.AsyncCall;
import io.baton.engine.Engine;
import io.baton.engine.LockKind;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.SystemAbortedException;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.lock.LockCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Futures of asynchronous calls that are cancelled, and more of them than may wait. */
@Timeout(60)
class CancelledCallTest {

    private static final Work ADD = t -> t.update(PART, 1).set(AMOUNT, t.read(PART, 1).get(AMOUNT) + 1).address();

    private static long amount(Engine engine, Procedure<Object> work) {
        return (Long) engine.call(work, (Work) t -> t.read(PART, 1).get(AMOUNT));
    }

    @Test
    void cancelEndsACallAtItsNextAccess() throws InterruptedException {
        try (Engine engine = Parts.builder().callTimeout(Duration.ofSeconds(50)).open()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 2);
            final CountDownLatch inside = new CountDownLatch(1);
            final CompletableFuture<Object> call = engine.callAsync(work, (Work) t -> {
                ADD.in(t);
                inside.countDown();
                while (true) {
                    t.exists(PART, 2);
                    Thread.yield();
                }
            });
            inside.await();
            assertThat(call.cancel(true)).isTrue();
            assertThat(call.isCancelled()).isTrue();
            // Waits for the lock that the cancelled call holds until it has ended.
            assertThat(amount(engine, work)).isEqualTo(100);
        }
    }

    @Test
    void cancelOfACallThatWaitsForALockEndsItsWait() {
        try (Engine engine = Parts.builder().callTimeout(Duration.ofSeconds(50)).asyncCallsMax(1).open()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 2);
            final long waitsBefore = engine.lockStatistics().get(LockCounter.WAITS);
            engine.call(work, (Work) t -> {
                t.update(PART, 1);
                final CompletableFuture<Object> waiting = engine.callAsync(work, ADD);
                await("it waits", () -> engine.lockStatistics().get(LockCounter.WAITS) > waitsBefore);
                assertThat(hasRoom(engine, work)).as("the call that waits takes the only place").isFalse();
                assertThat(waiting.cancel(true)).isTrue();
                // The lock that it waits for is held until it has left.
                await("it has left", () -> hasRoom(engine, work));
                return 0;
            });
            assertThat(amount(engine, work)).isEqualTo(100);
        }
    }

    /** Whether an asynchronous call is taken, because no other is under way. */
    private static boolean hasRoom(Engine engine, Procedure<Object> work) {
        return !engine.callAsync(work, (Work) t -> 0).isCompletedExceptionally();
    }

    /** Waits far longer than it takes. */
    private static void await(String what, BooleanSupplier reached) throws InterruptedException {
        boolean is = reached.getAsBoolean();
        for (int i = 0; i < 10_000 && !is; i++) {
            Thread.sleep(1);
            is = reached.getAsBoolean();
        }
        assertThat(is).as(what).isTrue();
    }

    @Test
    void cancelledBeforeItHasBegunRunsNothingAndASecondCancelMeetsNobodyElse() throws InterruptedException {
        // Without locks there is one place, which the session has.
        try (Engine engine = Parts.builder().locks(LockKind.NONE).open()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 2);
            final AtomicInteger runs = new AtomicInteger();
            final CompletableFuture<Object> call;
            try (Session session = engine.session()) {
                assertThat(session.call(work, (Work) t -> t.exists(PART, 1))).isEqualTo(true);
                call = engine.callAsync(work, (Work) t -> runs.incrementAndGet());
                Thread.sleep(50);
                assertThat(call.cancel(true)).isTrue();
            }
            for (int i = 1; i <= 200; i++) {
                call.cancel(true);
                engine.call(work, ADD);
                assertThat(amount(engine, work)).isEqualTo(100 + i);
            }
            assertThat(runs.get()).isZero();
        }
    }

    /** Even if the call's thread has not begun: it then waits for no place, of which there is none for 50 s. */
    @Test
    void endOfACallThatHasNotBegunIsNotForgotten() {
        try (Engine engine = Parts.builder().locks(LockKind.NONE).callTimeout(Duration.ofSeconds(50)).open()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 2);
            try (Session session = engine.session()) {
                assertThat(session.call(work, (Work) t -> t.exists(PART, 1))).isEqualTo(true);
                for (int i = 0; i < 200; i++) {
                    final AsyncCall<Object> call = engine.callAsync(work, ADD);
                    call.end();
                    assertThatExceptionOfType(CompletionException.class).isThrownBy(call::join)
                        .havingCause().isInstanceOfSatisfying(SystemAbortedException.class,
                            aborted -> assertThat(aborted.reason()).isEqualTo(AbortReason.CANCELLED));
                }
            }
            assertThat(amount(engine, work)).isEqualTo(100);
        }
    }

    @Test
    void cancelOfACallThatWaitsForAPlaceEndsItsWait() {
        // Without locks there is one place, which the call around it has.
        try (Engine engine = Parts.builder().locks(LockKind.NONE).callTimeout(Duration.ofSeconds(50)).asyncCallsMax(1)
            .open()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 2);
            final AtomicInteger runs = new AtomicInteger();
            engine.call(work, (Work) t -> {
                final CompletableFuture<Object> waiting = engine.callAsync(work, (Work) u -> runs.incrementAndGet());
                Thread.sleep(50);
                assertThat(waiting.cancel(true)).isTrue();
                // Each of these waits too, unless the one before has not left yet.
                await("it has left", () -> {
                    final CompletableFuture<Object> next = engine.callAsync(work, (Work) u -> runs.incrementAndGet());
                    return !next.isCompletedExceptionally() && next.cancel(true);
                });
                return 0;
            });
            assertThat(runs.get()).isZero();
        }
    }

    @Test
    void timeoutOfTheFutureDoesNotEndTheCall() throws InterruptedException {
        try (Engine engine = Parts.builder().callTimeout(Duration.ofSeconds(50)).open()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 2);
            final CountDownLatch inside = new CountDownLatch(1);
            final CountDownLatch goOn = new CountDownLatch(1);
            final CompletableFuture<Object> call = engine.callAsync(work, (Work) t -> {
                inside.countDown();
                goOn.await();
                return ADD.in(t);
            });
            inside.await();
            call.thenApply(result -> result).cancel(true);
            assertThat(call.isDone()).isFalse();
            call.completeExceptionally(new TimeoutException("planted"));
            goOn.countDown();
            await("it was committed", () -> amount(engine, work) == 101);
        }
    }

    @Test
    void cancelAfterTheEndChangesNothing() {
        try (Engine engine = Parts.builder().open()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 2);
            for (int i = 1; i <= 50; i++) {
                final CompletableFuture<Object> call = engine.callAsync(work, ADD);
                call.join();
                assertThat(call.cancel(true)).isFalse();
                assertThat(amount(engine, work)).isEqualTo(100 + i);
            }
        }
    }

    @Test
    void moreAsynchronousCallsThanMayWaitAreRefusedAtOnceAndTheirPlacesComeFree() {
        final int most = 3;
        try (Engine engine = Parts.builder().asyncCallsMax(most).open()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 2);
            for (int round = 0; round < 3; round++) {
                final CountDownLatch goOn = new CountDownLatch(1);
                final List<CompletableFuture<Object>> calls = new ArrayList<>();
                for (int i = 0; i < most; i++) {
                    calls.add(taken(engine, work, t -> {
                        goOn.await();
                        return 0;
                    }));
                }
                final CompletableFuture<Object> refused = engine.callAsync(work, ADD);
                assertThat(refused.isCompletedExceptionally()).isTrue();
                assertThatExceptionOfType(CompletionException.class).isThrownBy(refused::join)
                    .withCauseInstanceOf(SystemAbortedException.class).withMessageContaining("3 asynchronous calls")
                    .satisfies(e -> assertThat(e.getCause()).isInstanceOfSatisfying(SystemAbortedException.class,
                        cause -> assertThat(cause.reason()).isEqualTo(AbortReason.TOO_BUSY)));
                goOn.countDown();
                calls.forEach(CompletableFuture::join);
            }
            assertThat(amount(engine, work)).isEqualTo(100);
        }
    }

    /** A call that is taken; those before are complete, but their places come free a moment later. */
    private static CompletableFuture<Object> taken(Engine engine, Procedure<Object> work, Work body) {
        while (true) {
            final CompletableFuture<Object> call = engine.callAsync(work, body);
            if (!call.isCompletedExceptionally()) {
                return call;
            }
        }
    }
}
