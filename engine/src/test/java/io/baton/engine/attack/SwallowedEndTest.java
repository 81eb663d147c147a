package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.BY_GROUP;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.PART;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An attempt that has ended has ended, whatever the procedure makes of the exception, and throws itself. */
@Timeout(60)
class SwallowedEndTest {

    private static final int THREADS = 4;
    /** What each thread does at least; then it goes on until there was a conflict, if there was none. */
    private static final int CALLS = 500;
    private static final long CONFLICT_LIMIT_NANOS = 30_000_000_000L;
    private static final long PARTS = 4;
    private static final Duration BRIEF = Duration.ofMillis(50);

    private final Engine engine = Parts.builder().clients(THREADS).attemptsMax(1_000_000)
        .callTimeout(Duration.ofSeconds(30)).open();
    private final Procedure<Object> work = Parts.work(engine);

    @BeforeEach
    void fill() {
        Parts.fill(engine, work, (int) PARTS);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    /** What a procedure does with an exception that is not meant for it. */
    enum Treatment {
        PASS, WRAP, WRAP_CHECKED, REPLACE_BY_ERROR, SWALLOW_AND_GO_ON, SWALLOW_AND_RETURN, ABORT;

        Object treat(Transaction t, RuntimeException e, long key) throws Exception {
            return switch (this) {
                case PASS -> throw e;
                case WRAP -> throw new RuntimeException("wrapped", e);
                case WRAP_CHECKED -> throw new Exception("wrapped", e);
                case REPLACE_BY_ERROR -> throw new Error("instead");
                case ABORT -> throw t.abort("instead");
                case SWALLOW_AND_GO_ON -> t.update(PART, key).set(AMOUNT, -1_000).address();
                case SWALLOW_AND_RETURN -> 0;
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void conflictsAreRestartsWhateverTheProcedureMakesOfThem(Treatment treatment) throws InterruptedException {
        final AtomicLong restarts = new AtomicLong();
        final AtomicInteger met = new AtomicInteger();
        final List<Object> wrong = new ArrayList<>();
        final List<Thread> threads = new ArrayList<>();
        final long limit = System.nanoTime() + CONFLICT_LIMIT_NANOS;
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try (Session session = engine.session()) {
                    for (int call = 0; call < CALLS || (met.get() == 0 && System.nanoTime() - limit < 0); call++) {
                        final long from = 1 + ThreadLocalRandom.current().nextLong(PARTS);
                        final long to = 1 + from % PARTS;
                        final Outcome<Object> outcome = session.execute(work, (Work) t -> {
                            final Row source = t.update(PART, from);
                            source.set(AMOUNT, source.get(AMOUNT) - 1);
                            Thread.yield();
                            final Row target;
                            try {
                                target = t.update(PART, to);
                            } catch (RuntimeException e) {
                                met.incrementAndGet();
                                return treatment.treat(t, e, from);
                            }
                            return target.set(AMOUNT, target.get(AMOUNT) + 1).address();
                        });
                        if (!(outcome instanceof Outcome.Committed)) {
                            synchronized (wrong) {
                                wrong.add(outcome);
                            }
                        }
                    }
                    restarts.addAndGet(session.restarts());
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).isEmpty();
        assertThat(met.get()).as("conflicts").isPositive();
        assertThat(restarts.get()).isGreaterThanOrEqualTo(met.get());
        assertThat(engine.call(work, (Work) t -> {
            long sum = 0;
            for (long id = 1; id <= PARTS; id++) {
                sum += t.read(PART, id).get(AMOUNT);
            }
            return sum;
        })).isEqualTo(100 * PARTS);
    }

    @ParameterizedTest
    @EnumSource
    void timeThatIsOverIsATimeoutWhateverTheProcedureMakesOfIt(Treatment treatment) {
        final Procedure<Object> brief = work.within(Duration.ofMillis(20));
        final Outcome<Object> outcome = engine.execute(brief, (Work) t -> {
            t.update(PART, 1).set(AMOUNT, 1);
            while (true) {
                try {
                    t.read(PART, 2);
                } catch (RuntimeException e) {
                    return treatment.treat(t, e, 1);
                }
            }
        });
        assertThat(Parts.reason(outcome)).isEqualTo(AbortReason.TIMEOUT);
        assertThat(amount(1)).isEqualTo(100);
    }

    @Test
    void restartsThatAreSwallowedUntilTheLimitAndTimeoutsHaveTheirReasons() {
        final List<Object> reasons = new ArrayList<>();
        try (Engine few = Parts.builder().attemptsMax(1).open()) {
            final Procedure<Object> does = Parts.work(few);
            Parts.fill(few, does, 2);
            // In one of the two turns the lock that is held comes before the other one, so that it is only tried.
            for (long held = 1; held <= 2; held++) {
                final long first = 3 - held;
                final long second = held;
                few.call(does, (Work) t -> {
                    t.update(PART, second);
                    final Thread other = Thread.ofPlatform()
                        .start(() -> reasons.add(Parts.reason(few.execute(does.within(BRIEF), (Work) u -> {
                            u.update(PART, first).set(AMOUNT, 1);
                            swallow(() -> u.update(PART, second));
                            return "never";
                        }))));
                    other.join();
                    return 0;
                });
            }
            assertThat(few.call(does, (Work) t -> Parts.group(t, 1))).asString().contains("1:1:100", "2:2:100");
        }
        assertThat(reasons).containsExactlyInAnyOrder(AbortReason.TIMEOUT, AbortReason.RESTARTS);
    }

    private static void swallow(Runnable access) {
        try {
            access.run();
        } catch (RuntimeException e) {
            // The attack: the procedure goes on.
        }
    }

    private long amount(long id) {
        return (Long) engine.call(work, (Work) t -> t.read(PART, id).get(AMOUNT));
    }

    @Test
    void abortThatIsMadeAndNotThrownAborts() {
        final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
            t.update(PART, 1).set(AMOUNT, 1);
            t.abort("made");
            return 0;
        });
        assertThat(outcome).isEqualTo(new Outcome.AbortedByProcedure<>(AbortReason.GAVE_UP, "made", null));
        assertThat(amount(1)).isEqualTo(100);
    }

    @Test
    void abortThatIsMadeEndsEveryFurtherAccessAndCannotBeReplaced() {
        final AtomicInteger refused = new AtomicInteger();
        final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
            final var scan = t.scan(BY_GROUP).equal(1);
            t.abort("first");
            final List<Runnable> accesses = List.of(() -> t.read(PART, 1), () -> t.find(PART, 1),
                () -> t.exists(PART, 1), () -> t.update(PART, 1), () -> t.findForUpdate(PART, 1),
                () -> t.insert(PART, 9), () -> t.delete(PART, 1), () -> t.scan(BY_GROUP), scan::next,
                () -> t.abort("second"));
            for (Runnable access : accesses) {
                try {
                    access.run();
                } catch (RuntimeException e) {
                    assertThat(e).hasMessage("first");
                    refused.incrementAndGet();
                }
            }
            throw new IllegalStateException("instead");
        });
        assertThat(outcome).isEqualTo(new Outcome.AbortedByProcedure<>(AbortReason.GAVE_UP, "first", null));
        assertThat(refused.get()).isEqualTo(10);
    }

    @Test
    @SuppressWarnings("NullAway") // That is the attack.
    void abortWithoutAMessageHasOne() {
        final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
            throw t.abort(null);
        });
        assertThat(outcome).isEqualTo(new Outcome.AbortedByProcedure<>(AbortReason.GAVE_UP,
            "the procedure gave up without a message", null));
    }

    /** An exception none of whose methods work. */
    private static final class Hostile extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new Error("no text");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }
    }

    @Test
    void exceptionWhoseMethodsThrowIsAFailureLikeAnyOther() {
        final Hostile hostile = new Hostile();
        final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
            t.update(PART, 1).set(AMOUNT, 1);
            throw hostile;
        });
        assertThat(outcome).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class, aborted -> {
            assertThat(aborted.reason()).isEqualTo(AbortReason.FAILED);
            assertThat(aborted.cause() == hostile).isTrue();
            assertThat(aborted.message()).contains("Hostile");
        });
        assertThat(amount(1)).isEqualTo(100);
    }

    /** As the JDK's own, which is deprecated. */
    private static final class DeathOfAThread extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static List<Throwable> throwables() {
        return List.of(new OutOfMemoryError("planted"), new StackOverflowError("planted"), new DeathOfAThread(),
            new LinkageError("planted"), new AssertionError("planted"), new InterruptedException("planted"),
            new java.io.IOException("planted"), new IllegalStateException("planted"), new Throwable("planted"));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException sneaky(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    void whateverCodeThrowsIsOneKindOfOutcomeAndTheEngineGoesOn() {
        try (Session session = engine.session()) {
            for (Throwable thrown : throwables()) {
                final Work failing = t -> {
                    t.update(PART, 1).set(AMOUNT, 1).set(GROUP, 3);
                    t.insert(PART, 20);
                    throw SwallowedEndTest.<RuntimeException>sneaky(thrown);
                };
                for (Outcome<Object> outcome : List.of(session.execute(work, failing), engine.execute(work, failing))) {
                    assertThat(outcome).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class, aborted -> {
                        assertThat(aborted.reason()).isEqualTo(AbortReason.FAILED);
                        assertThat(aborted.cause()).isSameAs(thrown);
                    });
                }
                assertThat(session.call(work, (Work) t -> Parts.group(t, 1))).asString().startsWith("[1:1:100:p1, ");
            }
        }
        assertThat(engine.rows(PART)).isEqualTo(PARTS);
    }

    @Test
    void whateverAPlanThrowsIsTheSameKindOfOutcome() {
        final Procedure<Object> planned = engine.register(new Parts.PlanAndDo(), Object.class);
        for (Throwable thrown : throwables()) {
            final Parts.Plan failing = plan -> {
                plan.write(PART, 1);
                throw SwallowedEndTest.<RuntimeException>sneaky(thrown);
            };
            final Outcome<Object> outcome = engine.execute(planned, failing, (Work) t -> "run");
            assertThat(outcome).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class, aborted -> {
                assertThat(aborted.reason()).isEqualTo(AbortReason.FAILED);
                assertThat(aborted.cause()).isSameAs(thrown);
            });
            // The lock that was planned is nobody's.
            engine.call(planned, (Parts.Plan) plan -> plan.write(PART, 1),
                (Work) t -> t.update(PART, 1).set(AMOUNT, 100).address());
        }
    }

    @Test
    void planThatNamesAForeignTableFailsLikeCode() {
        final Procedure<Object> planned = engine.register(new Parts.PlanAndDo(), Object.class);
        final TableSchema.Builder builder = TableSchema.named("stranger");
        final var id = builder.int64("id");
        final var stranger = builder.primaryKey(id.bits(8)).build();
        final Outcome<Object> outcome =
            engine.execute(planned, (Parts.Plan) plan -> plan.write(stranger, 1), (Work) t -> "run");
        assertThat(outcome.toString()).contains("FAILED").contains("opened without table stranger");
    }
}
