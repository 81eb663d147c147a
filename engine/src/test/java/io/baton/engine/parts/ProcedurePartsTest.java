package io.baton.engine.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.TableReader;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Procedures that are in no list, run within others, make one attempt, or read a whole table. */
@Timeout(30)
public class ProcedurePartsTest {

    private static final int ROWS = 500;
    private static final TableSchema.Builder SCHEMA = TableSchema.named("cell");
    private static final LongColumn ID = SCHEMA.int64("id");
    private static final LongColumn VALUE = SCHEMA.int64("value");
    private static final TableSchema CELL = SCHEMA.primaryKey(ID.bits(40)).build();

    private final Engine engine = Engine.builder().assertions(true).table(CELL, 10_000).open();
    private final Procedure<Long> add = engine.register(new Add(), Long.class);

    @AfterEach
    void close() {
        engine.close();
    }

    /** Adds to a cell, which it makes if it is not there. */
    public static final class Add {
        public long run(Transaction transaction, long id, long value) {
            final var found = transaction.findForUpdate(CELL, id);
            final var row = found == null ? transaction.insert(CELL, id) : found;
            row.set(VALUE, row.get(VALUE) + value);
            return row.get(VALUE);
        }
    }

    /** Runs another one twice. */
    public static final class Twice {
        private final Procedure<Long> part;

        Twice(Procedure<Long> part) {
            this.part = part;
        }

        public long run(Transaction transaction, long id, boolean fails) {
            part.runWithin(transaction, id, 1);
            if (fails) {
                throw transaction.abort("after the first");
            }
            return part.runWithin(transaction, id, 1);
        }
    }

    @Test
    void aProcedureWithinAnotherIsPartOfItsTransaction() {
        final Procedure<Long> twice = Procedure.unlisted(engine, "twice", new Twice(add), Long.class);
        assertThat(engine.procedures()).extracting(Procedure::name).containsExactly("Add");
        assertThat(engine.call(twice, 1L, false)).isEqualTo(2);
        assertThat(engine.execute(twice, 1L, true)).isInstanceOf(Outcome.AbortedByProcedure.class);
        assertThat(engine.call(add, 1L, 0L)).isEqualTo(2);
        assertThatThrownBy(() -> engine.unregister(twice)).isInstanceOf(IllegalStateException.class);
        engine.unregister(add);
        assertThat(engine.execute(twice, 1L, false)).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class,
            outcome -> assertThat(outcome.message()).contains("unregistered"));
    }

    /** Touches two cells in an order that somebody else does not like. */
    public static final class Touch {
        private final CountDownLatch first;
        private final CountDownLatch other;
        private final AtomicInteger attempts;

        Touch(CountDownLatch first, CountDownLatch other, AtomicInteger attempts) {
            this.first = first;
            this.other = other;
            this.attempts = attempts;
        }

        public long run(Transaction transaction, long a, long b) throws InterruptedException {
            attempts.incrementAndGet();
            transaction.update(CELL, a).set(VALUE, 7);
            first.countDown();
            other.await();
            return transaction.update(CELL, b).set(VALUE, 7).get(VALUE);
        }
    }

    @Test
    void aCallOfOneAttemptIsNotStartedOver() {
        engine.call(add, 1L, 1L);
        engine.call(add, 2L, 1L);
        final CountDownLatch one = new CountDownLatch(1);
        final CountDownLatch two = new CountDownLatch(1);
        final AtomicInteger attempts = new AtomicInteger();
        final var left = engine.callAsync(
            Procedure.unlisted(engine, "left", new Touch(one, two, attempts), Long.class).once(), 1L, 2L);
        final var right = engine.callAsync(
            Procedure.unlisted(engine, "right", new Touch(two, one, attempts), Long.class).once(), 2L, 1L);
        assertThat(java.util.stream.Stream.of(left, right).map(call -> call.handle((value, failure) -> failure))
            .map(java.util.concurrent.CompletableFuture::join)
            .filter(failure -> failure instanceof io.baton.engine.SystemAbortedException aborted
                && aborted.reason() == AbortReason.RESTARTS))
            .hasSize(1);
        assertThat(attempts).hasValue(2);
    }

    /** Moves the only token of each pair: a reader that looks at two moments would see none, or two. */
    public static final class Move {
        public long run(Transaction transaction, long from, long to) {
            if (transaction.exists(CELL, from)) {
                transaction.delete(CELL, from);
                transaction.insert(CELL, to);
            }
            return 0;
        }
    }

    @Test
    void aWholeTableIsReadAsOfOneMomentWhileRowsComeAndGo() throws InterruptedException {
        for (long id = 0; id < ROWS; id++) {
            engine.call(add, 2 * id, 1L);
        }
        final Procedure<Long> move = engine.register(new Move(), Long.class);
        final AtomicBoolean done = new AtomicBoolean();
        final Thread mover = Thread.ofPlatform().start(() -> {
            for (int i = 0; !done.get(); i++) {
                final long pair = 2L * (i * 37L % ROWS);
                engine.call(move, pair, pair + 1);
                engine.call(move, pair + 1, pair);
            }
        });
        int read = 0;
        try {
            for (int i = 0; i < 100; i++) {
                final List<Long> ids = engine.call(TableReader.whole(engine, CELL, row -> row.get(ID), 10_000));
                if (ids != null) {
                    read++;
                    assertThat(ids.stream().map(id -> id / 2).distinct()).hasSize(ROWS);
                    assertThat(ids).hasSize(ROWS);
                }
            }
        } finally {
            done.set(true);
            mover.join();
        }
        assertThat(read).isPositive();
        assertThat(engine.call(TableReader.whole(engine, CELL, row -> row.get(ID), 7))).hasSize(7);
        assertThat(engine.call(TableReader.whole(engine, CELL, row -> row.get(ID) == 1 ? "one" : null, 7)))
            .hasSizeLessThan(2);
    }
}
