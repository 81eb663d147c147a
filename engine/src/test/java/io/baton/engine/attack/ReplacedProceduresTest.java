package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.PART;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.Engine;
import io.baton.engine.LockPlan;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Plan;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.transaction.Restart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Procedures are listed, replaced and unregistered while calls of them are under way. */
@Timeout(60)
class ReplacedProceduresTest {

    private static final String REFUSAL =
        "procedure Version was unregistered; register it again and call what that returns";

    private final Engine engine = Parts.builder().open();

    @AfterEach
    void close() {
        engine.close();
    }

    /** Says which version it is. */
    public record Version(long number) {
        public long run(Transaction transaction, long plus) {
            return number + plus;
        }
    }

    /** Takes another parameter. */
    public static final class OtherParameter {
        public long run(Transaction transaction, int plus) {
            return plus;
        }
    }

    /** Returns another type. */
    public static final class OtherResult {
        public String run(Transaction transaction, long plus) {
            return "" + plus;
        }
    }

    /** Has no method run. */
    public static final class NoRun {
        public long plan(LockPlan plan, long plus) {
            return plus;
        }
    }

    /** Is not public. */
    record Hidden(long number) {
        public long run(Transaction transaction, long plus) {
            return number + plus;
        }
    }

    /** Notes which version plans and which runs. */
    public record Noting(int version, List<String> notes, CountDownLatch planned, CountDownLatch goOn) {
        public void plan(LockPlan plan, long key) throws InterruptedException {
            notes.add("plan " + version);
            planned.countDown();
            goOn.await();
            plan.write(PART, key);
        }

        public long run(Transaction transaction, long key) {
            notes.add("run " + version);
            if (notes.size() < 4) {
                throw new Restart();
            }
            return version;
        }
    }

    @Test
    void listedInTheOrderOfTheirNamesUntilTheyAreUnregistered() {
        final Procedure<Long> b = engine.register("b", new Version(1), Long.class);
        final Procedure<Long> a = engine.register("a", new Version(2), Long.class);
        final List<Procedure<?>> both = engine.procedures();
        assertThat(both).containsExactly(a, b);
        engine.replace(a, new Version(3));
        assertThat(engine.procedures()).containsExactly(a, b);
        engine.unregister(a);
        assertThat(engine.procedures()).containsExactly(b);
        assertThat(both).as("a list that was handed out").containsExactly(a, b);
        assertThatIllegalArgumentException().isThrownBy(() -> engine.procedure("a"))
            .withMessage("there is no procedure a; there are [b]");
    }

    @Test
    void unregisteredRefusesAllWaysToCallItAndItsVariants() {
        final Procedure<Long> version = engine.register(new Version(1), Long.class);
        final Procedure<Long> before = version.within(Duration.ofSeconds(1));
        engine.unregister(version);
        final Procedure<Long> after = version.within(Duration.ofSeconds(1));
        try (Session session = engine.session()) {
            for (Procedure<Long> refused : List.of(version, before, after)) {
                assertThatIllegalStateException().isThrownBy(() -> engine.call(refused, 1L)).withMessage(REFUSAL);
                assertThatIllegalStateException().isThrownBy(() -> engine.execute(refused, 1L)).withMessage(REFUSAL);
                assertThatIllegalStateException().isThrownBy(() -> engine.callAsync(refused, 1L)).withMessage(REFUSAL);
                assertThatIllegalStateException().isThrownBy(() -> session.call(refused, 1L)).withMessage(REFUSAL);
                assertThatIllegalStateException().isThrownBy(() -> engine.unregister(refused)).withMessage(REFUSAL);
                assertThatIllegalStateException().isThrownBy(() -> engine.replace(refused, new Version(2)))
                    .withMessage(REFUSAL);
            }
        }
    }

    @Test
    void variantUnregistersAndReplacesItsProcedure() {
        final Procedure<Long> version = engine.register(new Version(1), Long.class);
        engine.replace(version.within(Duration.ofSeconds(1)), new Version(2));
        assertThat(engine.call(version, 0L)).isEqualTo(2);
        engine.unregister(version.within(Duration.ofSeconds(1)));
        assertThatIllegalStateException().isThrownBy(() -> engine.call(version, 1L)).withMessage(REFUSAL);
        assertThat(engine.procedures()).isEmpty();
    }

    @Test
    void nameOfAnUnregisteredOneIsFreeAndTheOldOneStaysRefused() {
        final Procedure<Long> old = engine.register(new Version(1), Long.class);
        engine.unregister(old);
        final Procedure<Long> fresh = engine.register(new Version(2), Long.class);
        assertThat(engine.call(fresh, 0L)).isEqualTo(2);
        assertThatIllegalStateException().isThrownBy(() -> engine.call(old, 0L)).withMessage(REFUSAL);
        assertThatIllegalStateException().isThrownBy(() -> engine.unregister(old)).withMessage(REFUSAL);
        assertThat(engine.procedures()).containsExactly(fresh);
    }

    @Test
    void callUnderWayCommitsAlthoughItsProcedureIsUnregisteredAndItsAttemptsGoOn() throws Exception {
        final Procedure<Object> work = Parts.work(engine);
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        final List<Integer> attempts = new ArrayList<>();
        final CompletableFuture<Object> call = engine.callAsync(work, (Work) t -> {
            t.insert(PART, 1).set(AMOUNT, 7);
            begun.countDown();
            goOn.await();
            attempts.add(0);
            if (attempts.size() < 3) {
                throw new Restart();
            }
            return 0;
        });
        begun.await();
        engine.unregister(work);
        goOn.countDown();
        assertThat(call.get()).isEqualTo(0);
        assertThat(attempts).hasSize(3);
        assertThat(engine.rows(PART)).isOne();
    }

    @Test
    void callUnderWayKeepsPlanAndRunOfOneVersionInAllAttempts() throws Exception {
        final List<String> notes = new ArrayList<>();
        final CountDownLatch planned = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        final CountDownLatch none = new CountDownLatch(0);
        final Procedure<Long> noting = engine.register(new Noting(1, notes, planned, goOn), Long.class);
        final CompletableFuture<Long> call = engine.callAsync(noting, 1L);
        planned.await();
        engine.replace(noting, new Noting(2, notes, none, none));
        goOn.countDown();
        assertThat(call.get()).isOne();
        assertThat(notes).containsExactly("plan 1", "run 1", "run 1", "run 1");
        assertThat(engine.call(noting, 1L)).isEqualTo(2);
        assertThat(notes).endsWith("plan 2", "run 2");
    }

    @Test
    void replacementWithoutPlanRunsWithoutOne() {
        final Procedure<Object> planned = engine.register(new Parts.PlanAndDo(), Object.class);
        engine.replace(planned, new Unplanned());
        assertThat(engine.call(planned, (Plan) plan -> {
            throw new IllegalStateException("planned");
        }, (Work) t -> 5)).isEqualTo("5");
    }

    /** Has the parameters of PlanAndDo, and no plan. */
    public static final class Unplanned {
        public Object run(Transaction transaction, Plan planned, Work work) throws Exception {
            return work.in(transaction) + "";
        }
    }

    @Test
    void unfitReplacementsAreRefusedAndChangeNothing() {
        final Procedure<Long> version = engine.register(new Version(1), Long.class);
        assertThatIllegalArgumentException().isThrownBy(() -> engine.replace(version, new OtherParameter()))
            .withMessage("procedure Version takes (long), but run of class " + OtherParameter.class.getName()
                + " takes (int); unregister the procedure and register the other one");
        assertThatIllegalArgumentException().isThrownBy(() -> engine.replace(version, new OtherResult()))
            .withMessage("procedure Version returns String, not Long");
        assertThatIllegalArgumentException().isThrownBy(() -> engine.replace(version, new NoRun()))
            .withMessageContaining("has no public method run(Transaction, ...)");
        assertThatIllegalArgumentException().isThrownBy(() -> engine.replace(version, new Hidden(2)))
            .withMessageContaining("must be public");
        assertThat(engine.call(version, 0L)).isOne();
    }

    @Test
    void procedureOfAnotherEngineIsRefused() {
        try (Engine other = Parts.builder().open()) {
            final Procedure<Long> stranger = other.register(new Version(1), Long.class);
            final String refusal = "procedure Version was registered with another engine";
            assertThatIllegalArgumentException().isThrownBy(() -> engine.unregister(stranger)).withMessage(refusal);
            assertThatIllegalArgumentException().isThrownBy(() -> engine.replace(stranger, new Version(2)))
                .withMessage(refusal);
            assertThat(other.call(stranger, 0L)).isOne();
        }
    }

    @Test
    void closedEngineListsAndRefusesTheRest() {
        final Procedure<Long> version = engine.register(new Version(1), Long.class);
        engine.close();
        final String refusal = "the engine is closed; open a new one";
        assertThatIllegalStateException().isThrownBy(() -> engine.unregister(version)).withMessage(refusal);
        assertThatIllegalStateException().isThrownBy(() -> engine.replace(version, new Version(2)))
            .withMessage(refusal);
        assertThat(engine.procedures()).containsExactly(version);
    }

    @Test
    void procedureReplacesItselfForLaterCalls() {
        final Procedure<Object> work = Parts.work(engine);
        assertThat(engine.call(work, (Work) t -> {
            engine.replace(work, new Planted());
            return 1;
        })).isEqualTo(1);
        assertThat(engine.call(work, (Work) t -> 1)).isEqualTo("planted");
    }

    /** Does nothing of what it is told. */
    public static final class Planted {
        public Object run(Transaction transaction, Work work) {
            return "planted";
        }
    }

    @Test
    void callersSeeVersionsInOrderAndEachThatWasThereBeforeTheyBegan() throws Exception {
        final Procedure<Long> version = engine.register(new Version(0), Long.class);
        final AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService callers = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            final List<Future<Boolean>> watching = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                watching.add(callers.submit(() -> sawVersionsInOrder(version, done)));
            }
            for (long number = 1; number <= 500; number++) {
                engine.replace(version, new Version(number));
                assertThat(engine.call(version, 0L)).isEqualTo(number);
                if (number % 50 == 0) {
                    assertThat(callers.submit(() -> engine.call(version, 0L)).get()).isEqualTo(number);
                }
            }
            done.set(true);
            for (Future<Boolean> watcher : watching) {
                assertThat(watcher.get()).isTrue();
            }
        }
    }

    private boolean sawVersionsInOrder(Procedure<Long> version, AtomicBoolean done) {
        long last = 0;
        boolean inOrder = true;
        try (Session session = engine.session()) {
            while (!done.get()) {
                final long seen = ((Outcome.Committed<Long>) session.execute(version, 0L)).result();
                inOrder &= seen >= last;
                last = seen;
            }
        }
        return inOrder;
    }
}
