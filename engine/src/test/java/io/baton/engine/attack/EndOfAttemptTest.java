package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.PART;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.TestHistory;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.engine.transaction.Restart;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An attempt that fails in its last steps, in which it forgets what it did. */
@Timeout(30)
class EndOfAttemptTest {

    private final AtomicBoolean armed = new AtomicBoolean();

    /** The end of an attempt begins by telling the history. */
    private final class FailingHistory extends TestHistory {
        @Override
        public void releases() {
            if (armed.getAndSet(false)) {
                throw new IllegalStateException("planted");
            }
        }
    }

    @Test
    void attemptThatCannotBeEndedIsTheLastAndItsWritesAreForgotten() {
        try (Engine engine = Parts.builder().history(new FailingHistory().opener()).open()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 2);
            final AtomicInteger attempts = new AtomicInteger();
            final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
                if (attempts.incrementAndGet() == 1) {
                    t.update(PART, 1).set(AMOUNT, 1);
                    armed.set(true);
                    throw new Restart();
                }
                return 0;
            });
            assertThat(outcome).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class, aborted -> {
                assertThat(aborted.reason()).isEqualTo(AbortReason.FAILED);
                assertThat(aborted.message()).contains("planted");
            });
            assertThat(attempts.get()).isOne();
            assertThat(engine.call(work, (Work) t -> t.read(PART, 1).get(AMOUNT) + " " + t.read(PART, 2).get(AMOUNT)))
                .isEqualTo("100 100");
        }
    }
}
