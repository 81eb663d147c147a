package io.baton.engine.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine that has met its budget of memory, also one that indexes have gone beyond, is not full for good. */
@Timeout(60)
class BudgetAfterDeletesTest {

    private static final int BUDGETS = 24;
    private static final int BUDGET_STEP_BYTES = 10_000;
    /** One page and what one index first takes, so that a row can be there at all. */
    private static final int LEAST_BYTES = 40_000;

    @Test
    @Tag("thorough")
    void rowsAreAddedAgainWhenThoseThatFilledTheBudgetAreDeleted() {
        final long empty;
        try (Engine engine = Parts.builder().open()) {
            empty = engine.memoryBytes();
        }
        int beyond = 0;
        for (int i = 0; i < BUDGETS; i++) {
            final long budget = empty + LEAST_BYTES + (long) i * BUDGET_STEP_BYTES;
            try (Engine engine = Parts.builder().memoryBytes(budget).open()) {
                final Procedure<Object> work = Parts.work(engine);
                final int rows = fill(engine, work);
                assertThat(rows).isPositive();
                beyond += engine.memoryBytes() > budget ? 1 : 0;
                engine.call(work, (Work) t -> {
                    for (int id = 0; id < rows; id++) {
                        t.delete(Parts.PART, id);
                    }
                    return 0;
                });
                final long bytes = engine.memoryBytes();
                assertThat(fill(engine, work)).as("rows the second time, of a budget of %d", budget)
                    .isGreaterThanOrEqualTo(rows);
                assertThat(engine.memoryBytes()).as("bytes").isLessThanOrEqualTo(Math.max(bytes, budget));
            }
        }
        assertThat(beyond).as("engines with indexes beyond the budget").isPositive();
    }

    /** Adds rows until there is no memory for more; returns how many. */
    private static int fill(Engine engine, Procedure<Object> work) {
        int rows = 0;
        while (true) {
            final int id = rows;
            final Outcome<Object> outcome = engine.execute(work, (Work) t -> t.insert(Parts.PART, id)
                .set(Parts.GROUP, id & 7).set(Parts.RANK, id & 0xFFFF).set(Parts.NAME, "n" + id).get(Parts.ID));
            if (!(outcome instanceof Outcome.Committed)) {
                assertThat(Parts.reason(outcome)).isIn(AbortReason.OUT_OF_MEMORY, AbortReason.TABLE_FULL);
                return rows;
            }
            rows++;
        }
    }
}
