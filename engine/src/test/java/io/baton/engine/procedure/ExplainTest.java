package io.baton.engine.procedure;

import static io.baton.engine.procedure.Shop.ITEM;
import static io.baton.engine.procedure.Shop.LINE;
import static io.baton.engine.procedure.Shop.LINES;
import static io.baton.engine.procedure.Shop.NAME;
import static io.baton.engine.procedure.Shop.NAMES;
import static io.baton.engine.procedure.Shop.SHELF;
import static io.baton.engine.procedure.Shop.STOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.ProcedureAbortedException;
import io.baton.engine.Scan;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.Explanation.How;
import io.baton.engine.procedure.Explanation.Lock;
import io.baton.engine.procedure.Explanation.Rows;
import io.baton.engine.procedure.Explanation.Run;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is told of a call is what it locks and does, and nothing comes of the call itself. */
@Timeout(30)
class ExplainTest {

    private Engine engine;
    private Procedure<Long> move;
    private Procedure<Long> planned;
    private Procedure<Long> any;

    @BeforeEach
    void open() {
        engine = Shop.open();
        move = engine.register(new Shop.Move(), Long.class);
        planned = engine.register(new Shop.PlannedMove(), Long.class);
        any = engine.register(new Shop.Any(), Long.class);
    }

    /** Closing an engine in assertion mode fails if a lock is still held. */
    @AfterEach
    void close() {
        engine.close();
    }

    private static Run run(Explanation explanation) {
        return Objects.requireNonNull(explanation.run());
    }

    private Explanation analyze(Consumer<Transaction> work) {
        return any.analyze(work);
    }

    @Test
    void thePlanIsToldAndNothingIsRunOrLocked() throws InterruptedException {
        final CountDownLatch held = new CountDownLatch(1);
        final CountDownLatch told = new CountDownLatch(1);
        final Thread holder = Thread.ofVirtual().start(() -> engine.call(any, (Consumer<Transaction>) t -> {
            t.update(ITEM, ITEM.key(1)).set(STOCK, 50);
            held.countDown();
            await(told);
        }));
        held.await();
        final Explanation explanation = planned.explain(1, 2, 30);
        told.countDown();
        holder.join();
        assertThat(explanation.run()).isNull();
        assertThat(explanation.locks()).containsExactly(
            new Lock("item", "", "(id=1)", true, How.PLANNED, false, 0),
            new Lock("item", "", "(id=2)", true, How.PLANNED, false, 0));
        assertThat(move.explain(1, 2, 30).locks()).isEmpty();
        assertThat(Shop.stock(engine, 1)).isEqualTo(50);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aRunIsRolledBackAndToldWithItsLocksAndRows() {
        final Explanation explanation = planned.analyze(1, 2, 30);
        assertThat(explanation.locks()).extracting(Lock::key, Lock::exclusive, Lock::how)
            .containsExactly(org.assertj.core.groups.Tuple.tuple("(id=1)", true, How.PLANNED),
                org.assertj.core.groups.Tuple.tuple("(id=2)", true, How.PLANNED));
        final Run run = run(explanation);
        assertThat(run.sqlState()).isEqualTo("00000");
        assertThat(run.message()).isEmpty();
        assertThat(run.attempts()).isOne();
        assertThat(run.rows()).isEqualTo(new Rows(2, 0, 0, 2, 0));
        assertThat(run.nanos()).isPositive();
        assertThat(run.lockNanos()).isBetween(0L, run.nanos());
        assertThat(Shop.stock(engine, 1)).isEqualTo(100);
        assertThat(Shop.stock(engine, 2)).isEqualTo(100);
        assertThat(engine.call(planned, 1, 2, 30)).isEqualTo(70);
    }

    @Test
    void insertsDeletesScansAndWideKeysAreCounted() {
        final Explanation explanation = analyze(t -> {
            t.insert(ITEM, ITEM.key(50)).set(SHELF, 1);
            t.delete(ITEM, ITEM.key(3));
            t.delete(ITEM, ITEM.key(50));
            t.insert(ITEM, ITEM.key(51)).set(SHELF, 1);
            final Scan lines = t.scan(LINES).equal(7);
            while (lines.next()) {
                lines.row();
            }
            final Scan shelf = t.scan(Shop.BY_SHELF).equal(0);
            while (shelf.next()) {
                shelf.row();
            }
            t.exists(NAMES, t.probe(NAMES).set(NAME, "pen"));
            t.readAll(LINE, LINE.key(7, 1), LINE.key(7, 2));
        });
        assertThat(run(explanation).rows()).isEqualTo(new Rows(7, 7, 1, 0, 1));
        assertThat(explanation.locks()).anySatisfy(lock -> {
            assertThat(lock.table()).isEqualTo("line");
            assertThat(lock.index()).isNotEmpty();
            assertThat(lock.key()).isEqualTo("(order=7)");
            assertThat(lock.exclusive()).isFalse();
        }).anySatisfy(lock -> {
            // At the commit, for the rows that come and go.
            assertThat(lock.index()).isEqualTo("by_shelf");
            assertThat(lock.key()).isEqualTo("(shelf=1)");
            assertThat(lock.exclusive()).isTrue();
        }).anySatisfy(lock -> {
            assertThat(lock.table()).isEqualTo("name");
            assertThat(lock.key()).startsWith("0x");
        });
        assertThat(engine.rows(ITEM)).isEqualTo(10);
    }

    @Test
    void aCallThatGivesUpOrFailsIsToldAsSuch() {
        final Run gaveUp = run(move.analyze(1, 2, 500));
        assertThat(gaveUp.sqlState()).isEqualTo("45000");
        assertThat(gaveUp.message()).isEqualTo("only 100");
        assertThat(run(analyze(t -> t.insert(ITEM, ITEM.key(1)))).sqlState()).isEqualTo("23505");
        assertThat(run(analyze(t -> {
            throw new StackOverflowError();
        })).sqlState()).isEqualTo("38000");
        assertThat(engine.call(move, 1, 2, 1)).isEqualTo(99);
    }

    @Test
    void aLockThatSomebodyHasIsWaitedForAndTold() throws InterruptedException {
        final CountDownLatch held = new CountDownLatch(1);
        final Thread holder = Thread.ofVirtual().start(() -> engine.call(any, (Consumer<Transaction>) t -> {
            t.update(ITEM, ITEM.key(1));
            held.countDown();
            while (engine.activity().locks().isEmpty()) {
                pause(1);
            }
            pause(5);
        }));
        held.await();
        final Explanation explanation = planned.analyze(1, 2, 1);
        holder.join();
        final Lock waited = explanation.locks().getFirst();
        assertThat(waited.waited()).isTrue();
        assertThat(waited.nanos()).isGreaterThan(1_000_000);
        assertThat(run(explanation).lockNanos()).isGreaterThanOrEqualTo(waited.nanos());
        assertThat(explanation.locks().get(1).waited()).isFalse();
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aCallWhoseTimeIsOverTellsTheLockThatItDidNotGet() throws InterruptedException {
        final CountDownLatch held = new CountDownLatch(1);
        final CountDownLatch done = new CountDownLatch(1);
        final Thread holder = Thread.ofVirtual().start(() -> engine.call(any, (Consumer<Transaction>) t -> {
            t.update(ITEM, ITEM.key(1));
            held.countDown();
            await(done);
        }));
        held.await();
        final Explanation explanation = move.within(Duration.ofMillis(50)).analyze(1, 2, 1);
        done.countDown();
        holder.join();
        assertThat(run(explanation).sqlState()).isEqualTo("HYT00");
        assertThat(explanation.locks()).singleElement().satisfies(lock -> {
            assertThat(lock.key()).isEqualTo("(id=1)");
            assertThat(lock.how()).isEqualTo(How.NOT_GOT);
        });
    }

    @Test
    void whatIsDeclaredToReadIsHeldToItHereToo() {
        final Procedure<Long> reads = engine.register(new Shop.AnyRead(), Long.class);
        final Run run = run(reads.analyze((Consumer<Transaction>) t -> t.update(ITEM, ITEM.key(1))));
        assertThat(run.sqlState()).isEqualTo("25006");
    }

    @Test
    void argumentsPlansAndCallersThatAreWrongAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> planned.explain(1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> planned.analyze("1", 2, 3));
        final Procedure<Long> liar = engine.register(new Shop.Liar(), Long.class);
        assertThatExceptionOfType(ProcedureAbortedException.class).isThrownBy(() -> liar.explain(true));
        assertThatExceptionOfType(ProcedureAbortedException.class).isThrownBy(() -> liar.analyze(true));
        assertThatExceptionOfType(ProcedureAbortedException.class)
            .isThrownBy(() -> engine.call(any, (Consumer<Transaction>) t -> planned.explain(1, 2, 3)))
            .withCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void othersRunAsEverWhileCallsAreExplainedOverAndOver() throws InterruptedException {
        final Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            final boolean explains = i % 2 == 0;
            final long from = i;
            threads[i] = Thread.ofVirtual().start(() -> {
                try (Session session = engine.session()) {
                    for (int round = 0; round < 200; round++) {
                        if (explains) {
                            move.analyze(from, (from + 3) % 4, 1);
                        } else {
                            session.call(move, from, (from + 1) % 4, 1);
                            session.call(move, (from + 1) % 4, from, 1);
                        }
                    }
                }
            });
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        for (int id = 0; id < 4; id++) {
            assertThat(Shop.stock(engine, id)).isEqualTo(100);
        }
    }
}
