package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.BY_GROUP;
import static io.baton.engine.attack.Parts.BY_NAME;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.NAME;
import static io.baton.engine.attack.Parts.PART;
import static io.baton.engine.attack.Parts.RANK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.engine.Engine;
import io.baton.engine.LockKind;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Session;
import io.baton.engine.SystemAbortedException;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes of tables and indexes, and calls that wait for each other or hold each other up. */
@Timeout(60)
class CatalogWaitTest {

    private static final TableSchema.Builder NEW_BUILDER = TableSchema.named("novelty");
    private static final LongColumn NEW_ID = NEW_BUILDER.int64("id");
    private static final TableSchema NOVELTY = NEW_BUILDER.primaryKey(NEW_ID.bits(40)).build();

    private final Engine engine = Parts.builder().callTimeout(Duration.ofMillis(700)).open();
    private final Procedure<Object> work = Parts.work(engine);

    @AfterEach
    void close() {
        engine.close();
    }

    private Object call(Work what) {
        return engine.call(work, what);
    }

    @Test
    void callsUnderWayAreWaitedForNoLongerThanACallMayTake() throws Exception {
        final IndexSchema index = PART.newIndex("i", 1, RANK.bits(16));
        final CountDownLatch began = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
        final Procedure<Object> patient = work.within(Duration.ofMinutes(1));
        final Thread slow = Thread.ofPlatform().start(() -> engine.execute(patient, (Work) t -> {
            began.countDown();
            end.await();
            return 0;
        }));
        began.await();
        final var refused =
            catchThrowableOfType(SystemAbortedException.class, () -> engine.catalog().addIndex(index));
        assertThat(refused.reason()).isEqualTo(AbortReason.TIMEOUT);
        assertThat(refused).hasMessageContaining("calls under way have not ended for 700 ms");
        assertThat(engine.catalog().indexes(PART)).containsExactly(BY_GROUP, BY_NAME);
        call(t -> t.insert(PART, 1));
        end.countDown();
        slow.join();
        engine.catalog().addIndex(index);
        assertThat(call(t -> Parts.ids(t, index, 0))).isEqualTo(List.of(1L));
    }

    @Test
    void procedureThatWaitsForAChangeHoldsItUpNoLongerThanACallMayTake() throws Exception {
        final IndexSchema index = PART.newIndex("i", 1, RANK.bits(16));
        final AtomicReference<Throwable> refused = new AtomicReference<>();
        final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
            final Thread changer = Thread.ofPlatform().start(() -> {
                try {
                    engine.catalog().addIndex(index);
                } catch (Throwable e) {
                    refused.set(e);
                }
            });
            changer.join();
            return t.exists(PART, 1);
        });
        assertThat(outcome).isEqualTo(new Outcome.Committed<>(false));
        assertThat(refused.get()).isInstanceOfSatisfying(SystemAbortedException.class,
            e -> assertThat(e.reason()).isEqualTo(AbortReason.TIMEOUT));
        assertThat(engine.catalog().indexes(PART)).containsExactly(BY_GROUP, BY_NAME);
        call(t -> t.insert(PART, 1));
        engine.catalog().addIndex(index);
    }

    @Test
    void callsWaitAtTheGateNoLongerThanTheirOwnTime() throws Exception {
        final CountDownLatch began = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
        try (Engine patient = Parts.builder().callTimeout(Duration.ofSeconds(30)).open()) {
            final Procedure<Object> own = Parts.work(patient);
            final Thread slow = Thread.ofPlatform().start(() -> patient.execute(own, (Work) t -> {
                began.countDown();
                end.await();
                return 0;
            }));
            began.await();
            try (Session session = patient.session()) {
                final Thread adds =
                    Thread.ofPlatform().start(() -> patient.catalog().addIndex(PART.newIndex("i", 1, RANK.bits(16))));
                final Procedure<Object> hasty = own.within(Duration.ofMillis(50));
                while (Parts.reason(patient.execute(hasty, (Work) t -> 0)) != AbortReason.TOO_BUSY
                    && !Thread.interrupted()) {
                    // The gate is not closed yet.
                    Thread.onSpinWait();
                }
                assertThat(Parts.reason(session.execute(hasty, (Work) t -> 0))).isEqualTo(AbortReason.TOO_BUSY);
                end.countDown();
                assertThat(session.<Object>call(own, (Work) t -> "later")).isEqualTo("later");
                adds.join();
            }
            slow.join();
            assertThat(patient.catalog().indexes(PART)).hasSize(3);
        }
    }

    @Test
    @Tag("thorough")
    void droppedIndexThatIsHeldUpRefusesNoValuesAndServesTheScansThatAreOpen() throws Exception {
        Parts.fill(engine, work, 5);
        final IndexSchema unique = PART.newUniqueIndex("one_name", NAME.part());
        engine.catalog().addIndex(unique);
        final CountDownLatch began = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
        final AtomicReference<Outcome<Object>> outcome = new AtomicReference<>();
        final Thread slow =
            Thread.ofPlatform().start(() -> outcome.set(engine.execute(work.within(Duration.ofMinutes(1)), (Work) t -> {
                final Scan scan = t.scan(BY_GROUP).equal(1);
                scan.next();
                began.countDown();
                end.await();
                int found = 1;
                while (scan.next()) {
                    found++;
                }
                assertThatIllegalArgumentException().isThrownBy(() -> t.scan(BY_GROUP))
                    .withMessageContaining("by_group");
                return found;
            })));
        began.await();
        engine.catalog().dropIndex(BY_GROUP);
        engine.catalog().dropIndex(unique);
        assertThat(engine.catalog().indexes(PART)).containsExactly(BY_NAME);
        call(t -> t.insert(PART, 6).set(GROUP, 9_999).set(NAME, "p1"));
        call(t -> t.update(PART, 6).set(GROUP, 70_000).set(NAME, "p2"));
        engine.insertAll(i -> i.insert(i.row(PART, 7).set(GROUP, 9_999)));
        call(t -> {
            t.delete(PART, 6);
            return t.insert(PART, 8).set(GROUP, 3);
        });
        end.countDown();
        slow.join();
        assertThat(outcome.get()).isEqualTo(new Outcome.Committed<>(5));
        engine.catalog().addTable(NOVELTY, 10);
        call(t -> t.update(PART, 7).set(GROUP, 8));
        engine.catalog().addIndex(BY_GROUP);
        assertThat(call(t -> Parts.ids(t, BY_GROUP, 8))).isEqualTo(List.of(7L));
        assertThat(call(t -> Parts.ids(t, BY_GROUP, 1).size())).isEqualTo(5);
    }

    @Test
    void sessionsThatHaveAllPlacesHinderNoTablesAndNoDrops() {
        try (Engine single = Parts.builder().locks(LockKind.NONE).callTimeout(Duration.ofMillis(200)).open()) {
            final Procedure<Object> own = Parts.work(single);
            final IndexSchema index = PART.newIndex("i", 1, RANK.bits(16));
            try (Session session = single.session()) {
                session.call(own, (Work) t -> t.insert(PART, 1));
                single.catalog().addTable(NOVELTY, 10);
                single.catalog().dropIndex(BY_NAME);
                final var refused =
                    catchThrowableOfType(SystemAbortedException.class, () -> single.catalog().addIndex(index));
                assertThat(refused.reason()).isEqualTo(AbortReason.TOO_BUSY);
                session.call(own, (Work) t -> t.insert(NOVELTY, 1));
            }
            single.catalog().addIndex(index);
            assertThat(single.catalog().indexes(PART)).containsExactly(BY_GROUP, index);
        }
    }

    private WeakReference<IndexSchema> usedAndDropped(int number) {
        final IndexSchema index = PART.newIndex("i" + number, 1, RANK.bits(16));
        engine.catalog().addIndex(index);
        call(t -> Parts.ids(t, index, 1));
        engine.catalog().dropIndex(index);
        return new WeakReference<>(index);
    }

    @Test
    void nothingIsLeftOnTheHeapOfDroppedIndexes() {
        final WeakReference<IndexSchema> first = usedAndDropped(1);
        final WeakReference<IndexSchema> last = usedAndDropped(2);
        assertThat(last).isNotNull();
        final long begin = System.nanoTime();
        while (first.get() != null && System.nanoTime() - begin < Duration.ofSeconds(20).toNanos()) {
            System.gc();
        }
        assertThat(first.get()).isNull();
    }
}
