package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.NAME;
import static io.baton.engine.attack.Parts.PART;
import static io.baton.engine.attack.Parts.RANK;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.ProcedureAbortedException;
import io.baton.engine.Scan;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Indexes are built and dropped while others insert, change and delete rows. */
@Timeout(60)
class IndexBuildTest {

    private static final int ROWS = 3_000;
    private static final int ROUNDS = 12;
    private static final int WRITERS = 3;

    private final Engine engine = Engine.builder().table(PART, 4 * ROWS).assertions(true).open();
    private final Procedure<Object> work = Parts.work(engine);
    private final AtomicBoolean end = new AtomicBoolean();
    private final AtomicLong calls = new AtomicLong();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<Thread> writers = new ArrayList<>();

    @BeforeEach
    void load() {
        engine.insertAll(insert -> {
            for (int id = 0; id < ROWS; id++) {
                insert.insert(fill(insert.row(PART, id), id));
            }
        });
    }

    @AfterEach
    void close() throws InterruptedException {
        stop();
        engine.close();
    }

    private void stop() throws InterruptedException {
        end.set(true);
        for (Thread writer : writers) {
            writer.join();
        }
        assertThat(failures).isEmpty();
    }

    private static Row fill(Row row, long id) {
        return row.set(GROUP, id % 250).set(RANK, id % 999).set(AMOUNT, id).set(NAME, "n" + id);
    }

    /** Writers with and without sessions. What they write is unique in AMOUNT. */
    private void start(boolean duplicates) {
        for (int i = 0; i < WRITERS; i++) {
            final SplittableRandom random = new SplittableRandom(i);
            final int number = i;
            writers.add(Thread.ofPlatform().start(() -> {
                try (Session session = engine.session()) {
                    while (!end.get()) {
                        final Work one = t -> write(t, random, number, duplicates);
                        if (number == 0) {
                            engine.execute(work, one);
                        } else {
                            session.execute(work, one);
                        }
                        calls.incrementAndGet();
                    }
                } catch (Throwable e) {
                    failures.add(e);
                }
            }));
        }
    }

    private static int write(Transaction t, SplittableRandom random, int number, boolean duplicates) {
        for (int i = 0; i < 3; i++) {
            final long id = random.nextInt(2 * ROWS);
            final Row row = t.findForUpdate(PART, id);
            if (row == null) {
                fill(t.insert(PART, id), id);
            } else if (random.nextInt(3) == 0) {
                t.delete(PART, id);
            } else if (duplicates && random.nextInt(100) == 0) {
                row.set(AMOUNT, 1);
            } else {
                row.set(AMOUNT, id + 2L * ROWS * (1 + random.nextInt(5))).set(RANK, random.nextInt(1000));
            }
        }
        return number;
    }

    private static Set<Long> scanned(Transaction t, IndexSchema index) {
        final Set<Long> found = new TreeSet<>();
        final Scan scan = t.scan(index);
        while (scan.next()) {
            assertThat(found.add(scan.key())).as("row %s comes once", scan.key()).isTrue();
        }
        return found;
    }

    private void checkAgainstTable(IndexSchema whole) {
        engine.call(work, (Work) t -> {
            final Set<Long> expected = new TreeSet<>();
            for (long id = 0; id < 2 * ROWS; id++) {
                if (t.exists(PART, id)) {
                    expected.add(id);
                }
            }
            assertThat(scanned(t, whole)).isEqualTo(expected);
            return 0;
        });
    }

    @Test
    void indexIsExactWhateverOthersWriteWhileItIsBuilt() throws InterruptedException {
        start(false);
        final IndexSchema byRank = PART.newIndex("by_rank", 0, RANK.bits(16), NAME.part());
        for (int round = 0; round < ROUNDS; round++) {
            final long before = calls.get();
            engine.catalog().addIndex(byRank);
            while (calls.get() < before + 50 && failures.isEmpty()) {
                Thread.onSpinWait();
            }
            if (round < ROUNDS - 1) {
                engine.catalog().dropIndex(byRank);
            }
        }
        stop();
        checkAgainstTable(byRank);
    }

    @Test
    void uniqueIndexIsNeverOpenWithEqualRows() throws InterruptedException {
        start(true);
        final IndexSchema unique = PART.newUniqueIndex("one_amount", AMOUNT.bits(40));
        int built = 0;
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            try {
                engine.catalog().addIndex(unique);
                built++;
                engine.catalog().dropIndex(unique);
            } catch (ProcedureAbortedException e) {
                assertThat(e.reason()).isEqualTo(AbortReason.DUPLICATE_KEY);
                refused++;
                engine.call(work, (Work) IndexBuildTest::mend);
            }
        }
        assertThat(built + refused).isEqualTo(ROUNDS);
        stop();
        engine.call(work, (Work) IndexBuildTest::mend);
        engine.catalog().addIndex(unique);
        final Set<Long> amounts = new TreeSet<>();
        engine.call(work, (Work) t -> {
            for (long id = 0; id < 2 * ROWS; id++) {
                final Row row = t.find(PART, id);
                if (row != null) {
                    final long amount = row.get(AMOUNT);
                    assertThat(amounts.add(amount)).isTrue();
                    final Scan scan = t.scan(unique).equal(amount);
                    assertThat(scan.next()).isTrue();
                    assertThat(scan.key()).isEqualTo(id);
                    assertThat(scan.next()).isFalse();
                }
            }
            return 0;
        });
    }

    /** Gives all rows values of their own again. */
    private static int mend(Transaction t) {
        for (long id = 0; id < 2 * ROWS; id++) {
            final Row row = t.find(PART, id);
            if (row != null && row.get(AMOUNT) == 1 && id != 1) {
                t.update(PART, id).set(AMOUNT, id + 2L * ROWS);
            }
        }
        return 0;
    }

    @Test
    void tablesComeWhileCallsGoOnAndChangesOfSeveralThreadsWaitForEachOther() throws InterruptedException {
        start(false);
        final List<Thread> changers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            final int number = i;
            changers.add(Thread.ofVirtual().start(() -> {
                try {
                    for (int round = 0; round < 4; round++) {
                        change(number, round);
                    }
                } catch (Throwable e) {
                    failures.add(e);
                }
            }));
        }
        for (Thread changer : changers) {
            changer.join();
        }
        stop();
        assertThat(engine.catalog().tables()).hasSize(13);
        assertThat(engine.catalog().indexes(PART)).hasSize(2);
    }

    private void change(int number, int round) {
        final TableSchema.Builder builder = TableSchema.named("t" + number + "_" + round);
        final TableSchema table = builder.primaryKey(builder.int64("id").bits(40)).build();
        engine.catalog().addTable(table, 100);
        engine.call(work, (Work) t -> t.insert(table, 1));
        final IndexSchema index = PART.newIndex("i" + number, 1, RANK.bits(16));
        engine.catalog().addIndex(index);
        engine.call(work, (Work) t -> t.scan(index).equal(7).next());
        engine.catalog().dropIndex(index);
        assertThat(engine.rows(table)).isEqualTo(1);
    }

    @Test
    void engineThatIsClosedInTheMiddleOfABuildClosesAndTheBuildSaysSo() throws InterruptedException {
        final IndexSchema byRank = PART.newIndex("by_rank", 0, RANK.bits(16), NAME.part());
        final AtomicLong built = new AtomicLong();
        final AtomicReference<Throwable> end = new AtomicReference<>();
        final Thread builder = Thread.ofPlatform().start(() -> {
            try {
                while (true) {
                    engine.catalog().addIndex(byRank);
                    engine.catalog().dropIndex(byRank);
                    built.incrementAndGet();
                }
            } catch (Throwable e) {
                end.set(e);
            }
        });
        while (built.get() < 2 && builder.isAlive()) {
            Thread.onSpinWait();
        }
        engine.close();
        builder.join();
        assertThat(end.get()).isExactlyInstanceOf(IllegalStateException.class)
            .hasMessageContaining("the engine is closed");
    }
}
