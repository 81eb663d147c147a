package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.BY_GROUP;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.PART;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.engine.Engine;
import io.baton.engine.LockPlan;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.transaction.Restart;
import io.baton.storage.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Transactions, rows, scans and plans refuse to work after their procedure, and on other threads. */
@Timeout(60)
class KeptObjectsTest {

    private final Engine engine = Parts.builder().open();
    private final Procedure<Object> work = Parts.work(engine);

    @BeforeEach
    void fill() {
        Parts.fill(engine, work, 3);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    /** All that one attempt has handed out, and what can be done with it. */
    private static final class Kept {
        private final Map<String, ThrowingCallable> uses = new LinkedHashMap<>();

        Kept(Transaction t) {
            final Row read = t.read(PART, 1);
            final Row updated = t.update(PART, 2);
            final Row inserted = t.insert(PART, 10);
            final Scan scan = t.scan(BY_GROUP).equal(1);
            final Scan fresh = t.scan(BY_GROUP);
            assertThat(scan.next()).isTrue();
            final Row scanned = scan.row();
            use("transaction.read", () -> t.read(PART, 1));
            use("transaction.find", () -> t.find(PART, 1));
            use("transaction.readAll", () -> t.readAll(PART, 1, 2));
            use("transaction.prefetch", () -> t.prefetch(PART, 1, 2));
            use("transaction.exists", () -> t.exists(PART, 1));
            use("transaction.update", () -> t.update(PART, 1));
            use("transaction.findForUpdate", () -> t.findForUpdate(PART, 1));
            use("transaction.insert", () -> t.insert(PART, 11));
            use("transaction.delete", () -> t.delete(PART, 1));
            use("transaction.scan", () -> t.scan(BY_GROUP));
            use("transaction.id", t::id);
            use("transaction.startedAt", t::startedAt);
            use("transaction.abort", () -> t.abort("late"));
            use("read row", () -> read.get(AMOUNT));
            use("updated row, get", () -> updated.get(AMOUNT));
            use("updated row, set", () -> updated.set(AMOUNT, 666));
            use("inserted row", () -> inserted.set(GROUP, 7));
            use("scanned row", () -> scanned.get(AMOUNT));
            use("scan.next", scan::next);
            use("scan.row", scan::row);
            use("scan.key", scan::key);
            use("scan.update", scan::update);
            use("new scan", () -> fresh.equal(1));
            use("new scan, descending", fresh::descending);
        }

        private void use(String name, ThrowingCallable use) {
            uses.put(name, use);
        }

        void refuse(String messagePart) {
            uses.forEach((name, use) -> assertThat(catchThrowable(use)).as(name)
                .isInstanceOf(IllegalStateException.class).message().containsAnyOf(messagePart, "not wrapped"));
        }
    }

    private static <T> T onAnotherThread(Callable<T> task) throws Exception {
        final FutureTask<T> future = new FutureTask<>(task);
        Thread.ofPlatform().name("stranger").start(future);
        return future.get();
    }

    @Test
    void keptBeyondTheProcedureAllRefuse() {
        final Kept kept = (Kept) engine.call(work, (Work) Kept::new);
        kept.refuse("ended");
    }

    @Test
    void keptBeyondAFailedProcedureAllRefuse() {
        final List<Kept> kept = new ArrayList<>();
        engine.execute(work, (Work) t -> {
            kept.add(new Kept(t));
            throw new Error("planted");
        });
        kept.getFirst().refuse("");
        final long before = engine.rows(PART);
        assertThat(before).isEqualTo(3);
    }

    @Test
    void usedInTheNextCallOfTheSameSessionAllRefuseAndThatCallIsUnharmed() {
        try (Session session = engine.session()) {
            final Kept kept = (Kept) session.call(work, (Work) Kept::new);
            session.call(work, (Work) t -> {
                final Row row = t.update(PART, 1);
                kept.refuse("ended");
                row.set(AMOUNT, 5);
                kept.refuse("ended");
                return 0;
            });
            assertThat(session.call(work, (Work) t -> t.read(PART, 1).get(AMOUNT))).isEqualTo(5L);
        }
        assertThat(engine.call(work, (Work) t -> t.exists(PART, 11))).isEqualTo(false);
    }

    @Test
    void transactionAndScansRefuseInAllLaterCallsOfTheSession() {
        try (Session session = engine.session()) {
            final Kept kept = (Kept) session.call(work, (Work) Kept::new);
            kept.uses.keySet().removeIf(name -> name.endsWith(" row") || name.startsWith("updated row"));
            for (int later = 0; later < 5; later++) {
                session.call(work, (Work) t -> {
                    final Scan scan = t.scan(BY_GROUP).equal(1);
                    kept.refuse("ended");
                    assertThat(scan.next()).isTrue();
                    kept.refuse("ended");
                    return scan.key();
                });
            }
        }
    }

    @Test
    void rowsRefuseInTheNextCallOfTheSessionHoweverOftenItStartsOver() {
        try (Session session = engine.session()) {
            final List<Row> rows = new ArrayList<>();
            session.call(work,
                (Work) t -> rows.addAll(List.of(t.read(PART, 1), t.update(PART, 2), t.insert(PART, 10))));
            final AtomicInteger attempts = new AtomicInteger();
            session.call(work, (Work) t -> {
                final List<Row> now = List.of(t.read(PART, 1), t.update(PART, 2), t.insert(PART, 11));
                rows.forEach(row -> assertThat(catchThrowable(() -> row.get(AMOUNT)))
                    .isInstanceOf(IllegalStateException.class).hasMessageContaining("ended"));
                if (attempts.incrementAndGet() < 4) {
                    throw new Restart();
                }
                return now.size();
            });
            assertThat(attempts.get()).isEqualTo(4);
        }
    }

    @Test
    void usedFromAnotherThreadAllRefuseAndTheTransactionGoesOn() {
        assertThat(engine.call(work, (Work) t -> {
            final Kept kept = new Kept(t);
            onAnotherThread(() -> {
                kept.refuse("stranger");
                return 0;
            });
            t.update(PART, 1).set(AMOUNT, 7);
            return t.read(PART, 1).get(AMOUNT);
        })).isEqualTo(7L);
        assertThat(engine.call(work, (Work) t -> t.read(PART, 1).get(AMOUNT) + " " + t.read(PART, 2).get(AMOUNT)))
            .isEqualTo("7 100");
    }

    @Test
    void usedAtTheSameTimeByAThreadThatNeverEndsAllRefuse() throws Exception {
        final List<Transaction> kept = new ArrayList<>();
        engine.call(work, (Work) kept::add);
        // The kept one must never work in anybody's later call, whichever coordinator and thread serves it.
        for (int i = 0; i < 20; i++) {
            final long id = 100L + i;
            engine.call(work, (Work) t -> {
                assertThat(catchThrowable(() -> kept.getFirst().insert(PART, 200)))
                    .isInstanceOf(IllegalStateException.class);
                return t.insert(PART, id).address();
            });
            onAnotherThread(() -> engine.call(work, (Work) t -> {
                assertThat(catchThrowable(() -> kept.getFirst().insert(PART, 200)))
                    .isInstanceOf(IllegalStateException.class);
                return 0;
            }));
        }
        assertThat(engine.call(work, (Work) t -> t.exists(PART, 200))).isEqualTo(false);
    }

    @Test
    void keptPlanRefusesInRunAndAfterAndOnAnotherThread() throws Exception {
        final Procedure<Object> planned = engine.register(new Parts.PlanAndDo(), Object.class);
        final List<LockPlan> kept = new ArrayList<>();
        final Parts.Plan plan = p -> {
            kept.add(p.write(PART, 1));
            assertThat(onAnotherThread(() -> catchThrowable(() -> p.read(PART, 2))))
                .isInstanceOf(IllegalStateException.class);
        };
        engine.call(planned, plan, (Work) t -> {
            refuses(kept.getFirst());
            return t.update(PART, 1).set(AMOUNT, 3).address();
        });
        refuses(kept.getFirst());
        engine.call(work, (Work) t -> {
            refuses(kept.getFirst());
            return 0;
        });
        assertThat(engine.call(work, (Work) t -> t.read(PART, 1).get(AMOUNT))).isEqualTo(3L);
    }

    private static void refuses(LockPlan plan) {
        final List<ThrowingCallable> uses = List.of(() -> plan.read(PART, 2), () -> plan.write(PART, 2),
            () -> plan.scan(BY_GROUP, 1), () -> plan.change(BY_GROUP, 1));
        uses.forEach(use -> assertThat(catchThrowable(use)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("plan"));
    }
}
