package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.ID;
import static io.baton.engine.attack.Parts.NAME;
import static io.baton.engine.attack.Parts.NUMBER;
import static io.baton.engine.attack.Parts.PART;
import static io.baton.engine.attack.Parts.PLACE;
import static io.baton.engine.attack.Parts.RANK;
import static io.baton.engine.attack.Parts.SHELF;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.Row;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call that is answered "aborted" has written nothing, and a committed row stays. */
@Timeout(60)
class CommitAttackTest {

    private static final int REPLACEMENTS = 2_000;

    private final Engine engine = Parts.builder().open();
    private final Procedure<Object> work = Parts.work(engine);

    @AfterEach
    void close() {
        engine.close();
    }

    /** The call fails with a reason and leaves parts 1 and 2 as they were, in the table and in both indexes. */
    private void failsAndLeavesAllAsItWas(AbortReason reason, Work attack) {
        Parts.fill(engine, work, 2);
        final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
            // Other writes go with the one that is refused, be they before or behind it.
            t.update(PART, 1).set(AMOUNT, 1).set(RANK, 9).set(NAME, "x");
            t.insert(PART, 50).set(GROUP, 1).set(NAME, "x");
            attack.in(t);
            t.insert(PART, 51).set(GROUP, 1).set(NAME, "x");
            t.insert(PLACE, PLACE.key(1, 1));
            return 0;
        });
        assertThat(Parts.reason(outcome)).isEqualTo(reason);
        assertThat(engine.call(work, (Work) t -> Parts.group(t, 1))).isEqualTo(List.of("1:1:100:p1", "2:2:100:p2"));
        assertThat(engine.call(work, (Work) t -> "" + Parts.named(t, "p1") + Parts.named(t, "p2")
            + Parts.named(t, "x") + Parts.group(t, 0) + t.exists(PART, 50) + t.exists(PART, 51)
            + t.exists(PLACE, PLACE.key(1, 1)))).isEqualTo("[1:1:100:p1][2:2:100:p2][][]falsefalsefalse");
        assertThat(engine.rows(PART)).isEqualTo(2);
        assertThat(engine.rows(PLACE)).isZero();
    }

    @Test
    void insertUnderOneKeyThatFillsInAnotherIsRefused() {
        failsAndLeavesAllAsItWas(AbortReason.FAILED, t -> t.insert(PART, 10).set(ID, 11));
        assertThat(engine.call(work, (Work) t -> t.exists(PART, 10) + " " + t.exists(PART, 11)))
            .isEqualTo("false false");
    }

    @Test
    void insertMaySetItsOwnKeyColumns() {
        engine.call(work, (Work) t -> t.insert(PART, 10).set(ID, 10).set(GROUP, 3).address());
        engine.call(work, (Work) t -> t.insert(PLACE, PLACE.key(3, 4)).set(SHELF, 3).set(NUMBER, 4).address());
        assertThat(engine.call(work, (Work) t -> t.exists(PART, 10) && t.exists(PLACE, PLACE.key(3, 4))))
            .isEqualTo(true);
    }

    @Test
    void updateOfAKeyColumnIsRefused() {
        failsAndLeavesAllAsItWas(AbortReason.FAILED, t -> t.update(PART, 2).set(ID, 3));
    }

    @Test
    void keyColumnThatIsChangedAndTheRefusalSwallowedKeepsItsValue() {
        Parts.fill(engine, work, 2);
        assertThat(engine.call(work, (Work) t -> {
            final Row row = t.update(PART, 2).set(AMOUNT, 5);
            try {
                row.set(ID, 3);
            } catch (IllegalArgumentException e) {
                return Parts.text(row) + t.exists(PART, 3);
            }
            return "set";
        })).isEqualTo("2:2:5:p2false");
        assertThat(engine.call(work, (Work) t -> Parts.group(t, 1))).isEqualTo(List.of("1:1:100:p1", "2:2:5:p2"));
    }

    @Test
    void changedKeyColumnOfAnOrderedTableIsRefused() {
        failsAndLeavesAllAsItWas(AbortReason.FAILED, t -> t.insert(PLACE, PLACE.key(7, 7)).set(SHELF, 8));
        assertThat(engine.call(work, (Work) t -> t.exists(PLACE, PLACE.key(7, 7)) || t.exists(PLACE, PLACE.key(8, 7))))
            .isEqualTo(false);
    }

    @Test
    void updateOfAnIndexedValueBehindThePrefixBeyondItsBitsWritesNothing() {
        failsAndLeavesAllAsItWas(AbortReason.INVALID_VALUE, t -> t.update(PART, 2).set(RANK, 1 << 16));
    }

    @Test
    void updateOfAnIndexedLeadingValueBeyondItsBitsWritesNothing() {
        failsAndLeavesAllAsItWas(AbortReason.INVALID_VALUE, t -> t.update(PART, 2).set(GROUP, 1 << 8));
    }

    @Test
    void insertWithAnIndexedValueBeyondItsBitsWritesNothing() {
        failsAndLeavesAllAsItWas(AbortReason.INVALID_VALUE, t -> t.insert(PART, 10).set(GROUP, 1).set(RANK, -1));
    }

    @Test
    void deleteAndInsertOfOneKeyWithAValueBeyondItsBitsKeepsTheRow() {
        failsAndLeavesAllAsItWas(AbortReason.INVALID_VALUE, t -> {
            t.delete(PART, 2);
            return t.insert(PART, 2).set(GROUP, 1).set(RANK, 1 << 16);
        });
    }

    @Test
    void errorBetweenDeleteAndInsertOfOneKeyKeepsTheRow() {
        failsAndLeavesAllAsItWas(AbortReason.FAILED, t -> {
            t.delete(PART, 2);
            throw new Error("planted");
        });
    }

    @Test
    void deleteAndInsertInAFullTableNeverLosesTheRowToAnotherClient() throws InterruptedException {
        try (Engine small = Engine.builder().table(PART, 1).callTimeout(Duration.ofSeconds(20)).open()) {
            final Procedure<Object> does = Parts.work(small);
            final AtomicLong ids = new AtomicLong();
            Outcome<Object> outcome;
            do {
                final long id = ids.incrementAndGet();
                outcome = small.execute(does, (Work) t -> t.insert(PART, id).address());
            } while (outcome instanceof Outcome.Committed);
            assertThat(Parts.reason(outcome)).isEqualTo(AbortReason.TABLE_FULL);
            final AtomicBoolean ended = new AtomicBoolean();
            final AtomicLong taken = new AtomicLong();
            final Thread other = Thread.ofPlatform().start(() -> {
                while (!ended.get()) {
                    final long id = ids.incrementAndGet();
                    if (small.execute(does, (Work) t -> t.insert(PART, id).address()) instanceof Outcome.Committed) {
                        taken.incrementAndGet();
                    }
                }
            });
            final long rows = small.rows(PART);
            for (int i = 0; i < REPLACEMENTS; i++) {
                final long amount = i;
                small.call(does, (Work) t -> {
                    t.delete(PART, 1);
                    return t.insert(PART, 1).set(AMOUNT, amount).address();
                });
                assertThat(small.call(does, (Work) t -> t.read(PART, 1).get(AMOUNT))).isEqualTo(amount);
            }
            ended.set(true);
            other.join();
            assertThat(taken.get()).as("rows that found a slot in a full table").isZero();
            assertThat(small.rows(PART)).isEqualTo(rows);
        }
    }
}
