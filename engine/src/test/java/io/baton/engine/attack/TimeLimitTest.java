package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.PART;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.engine.transaction.Restart;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call whose time is over is not committed, however few rows it touches; by a clock that the test sets. */
@Timeout(60)
class TimeLimitTest {

    private static final Duration LIMIT = Duration.ofMillis(50);
    /** As the Javadoc of {@link io.baton.engine.EngineBuilder#callTimeout} says. */
    private static final int ACCESSES_PER_LOOK = 128;

    private final AtomicLong nanos = new AtomicLong(1_000);
    private final Engine engine = Parts.builder().clock(nanos::get).open();
    private final Procedure<Object> work = Parts.work(engine);

    @BeforeEach
    void fill() {
        Parts.fill(engine, work, 2);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private long amount() {
        return (Long) engine.call(work, (Work) t -> t.read(PART, 1).get(AMOUNT));
    }

    @Test
    void slowProcedureOfTwoAccessesIsNotCommitted() {
        final Outcome<Object> outcome = engine.execute(work.within(LIMIT), (Work) t -> {
            t.update(PART, 1).set(AMOUNT, 1);
            pass(LIMIT);
            return t.read(PART, 2).get(AMOUNT);
        });
        assertThat(Parts.reason(outcome)).isEqualTo(AbortReason.TIMEOUT);
        assertThat(amount()).isEqualTo(100);
    }

    /** What it has read is right, however late. */
    @Test
    void slowReaderIsAnswered() {
        assertThat(engine.call(work.within(LIMIT), (Work) t -> {
            final long amount = t.read(PART, 1).get(AMOUNT);
            pass(LIMIT);
            return amount;
        })).isEqualTo(100L);
    }

    /** The engine's own limit is a guard against calls that never end. */
    @Test
    void limitOfTheEngineIsKeptBetweenAttempts() {
        try (Engine brief = Parts.builder().clock(nanos::get).callTimeout(LIMIT).open()) {
            final Procedure<Object> does = Parts.work(brief);
            Parts.fill(brief, does, 1);
            assertThat(Parts.reason(brief.execute(does, (Work) t -> {
                pass(LIMIT);
                throw new Restart();
            }))).isEqualTo(AbortReason.TIMEOUT);
        }
    }

    @Test
    void procedureThatEndsJustInTimeIsCommitted() {
        engine.call(work.within(LIMIT), (Work) t -> {
            t.update(PART, 1).set(AMOUNT, 1);
            pass(LIMIT.minusNanos(1));
            return 0;
        });
        assertThat(amount()).isEqualTo(1);
    }

    @Test
    void callWhoseTimeIsOverMakesNoFurtherAttempt() {
        final AtomicInteger attempts = new AtomicInteger();
        final Outcome<Object> outcome = engine.execute(work.within(LIMIT), (Work) t -> {
            attempts.incrementAndGet();
            pass(LIMIT);
            throw new Restart();
        });
        assertThat(Parts.reason(outcome)).isEqualTo(AbortReason.TIMEOUT);
        assertThat(attempts.get()).isOne();
    }

    @Test
    void procedureWhosePlanTakesAllItsTimeIsNotCommitted() {
        final Procedure<Object> planned = engine.register(new Parts.PlanAndDo(), Object.class);
        final Parts.Plan slow = plan -> {
            plan.write(PART, 1);
            pass(LIMIT);
        };
        assertThat(Parts.reason(engine.execute(planned.within(LIMIT), slow,
            (Work) t -> t.update(PART, 1).set(AMOUNT, 1).address()))).isEqualTo(AbortReason.TIMEOUT);
        assertThat(amount()).isEqualTo(100);
    }

    @Test
    void procedureThatGoesOnOverRowsEndsAtThe128thAtMost() {
        final AtomicInteger accesses = new AtomicInteger();
        final Outcome<Object> outcome = engine.execute(work.within(LIMIT), (Work) t -> {
            pass(LIMIT);
            while (true) {
                accesses.incrementAndGet();
                t.exists(PART, 1);
            }
        });
        assertThat(Parts.reason(outcome)).isEqualTo(AbortReason.TIMEOUT);
        assertThat(accesses.get()).isEqualTo(ACCESSES_PER_LOOK);
    }
}
