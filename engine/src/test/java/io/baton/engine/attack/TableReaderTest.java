package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.CONTENT;
import static io.baton.engine.attack.Parts.ID;
import static io.baton.engine.attack.Parts.PART;
import static io.baton.engine.attack.Parts.PLACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.SystemAbortedException;
import io.baton.engine.TableReader;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading all rows of a table while others work on it, and while somebody misuses it. */
@Timeout(60)
class TableReaderTest {

    private static final int ROWS = 300;

    private static final TableSchema.Builder PAIR_BUILDER = TableSchema.named("pair");
    private static final LongColumn PAIR = PAIR_BUILDER.int32("pair");
    private static final LongColumn HALF = PAIR_BUILDER.int32("half");
    private static final LongColumn VALUE = PAIR_BUILDER.int64("value");
    /** Both rows of a pair have one lock. */
    private static final TableSchema PAIRS =
        PAIR_BUILDER.primaryKey(PAIR.bits(24), HALF.bits(8)).lockColumns(1).build();

    private static final TableSchema.Builder CODE_BUILDER = TableSchema.named("code");
    private static final LongColumn CODE = CODE_BUILDER.int32("code");
    private static final TableSchema CODES = CODE_BUILDER.primaryKey(CODE.signed(32)).readOnly().build();

    private static List<Long> ids(Engine engine) {
        final List<Long> ids = new ArrayList<>();
        TableReader.forEachRow(engine, PART, row -> ids.add(row.get(ID)));
        return ids;
    }

    @Test
    void everyRowOfHashedOrderedAndReadOnlyTablesComesOnce() {
        try (Engine engine = Parts.builder().table(CODES, 10).open()) {
            try (Loader loader = engine.loader()) {
                for (int code = -100; code < 100; code++) {
                    loader.insert(loader.row(CODES, CODES.key(code)));
                }
            }
            assertThat(TableReader.tables(engine)).containsExactly(PART, PLACE, CODES);
            final Procedure<Object> work = Parts.work(engine);
            assertThat(ids(engine)).isEmpty();
            Parts.fill(engine, work, ROWS);
            engine.call(work, (Work) t -> {
                for (int i = 0; i < ROWS; i++) {
                    t.insert(PLACE, PLACE.key(i % 3, i)).set(CONTENT, i);
                }
                return 0;
            });
            assertThat(ids(engine)).hasSize(ROWS).doesNotHaveDuplicates();
            final Set<Long> contents = new HashSet<>();
            TableReader.forEachRow(engine, PLACE, row -> contents.add(row.get(CONTENT)));
            assertThat(contents).hasSize(ROWS);
            final Set<Long> codes = new HashSet<>();
            TableReader.forEachRow(engine, CODES, row -> codes.add(row.get(CODE)));
            assertThat(codes).hasSize(200).contains(-100L, 99L);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "3, 1000000"})
    void rowsAreCommittedWhateverWritersDo(int writers, int lockSlots) throws Exception {
        try (Engine engine = Engine.builder().table(PAIRS, 2000).lockSlots(lockSlots).assertions(true).open();
            ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            final Procedure<Object> work = Parts.work(engine);
            engine.call(work, (Work) t -> {
                for (int pair = 0; pair < ROWS; pair++) {
                    t.insert(PAIRS, PAIRS.key(pair, 0));
                    t.insert(PAIRS, PAIRS.key(pair, 1));
                }
                return 0;
            });
            final AtomicBoolean done = new AtomicBoolean();
            final List<Future<?>> writing = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                final int writer = i;
                writing.add(threads.submit(() -> write(engine, work, writer, done)));
            }
            try {
                for (int round = 0; round < 20; round++) {
                    checkPairs(engine);
                }
            } finally {
                done.set(true);
            }
            for (Future<?> each : writing) {
                each.get();
            }
            checkPairs(engine);
        }
    }

    /** A writer leaves only even values behind, and pairs from 1,000 on only for the time of its transactions. */
    private static void write(Engine engine, Procedure<Object> work, int writer, AtomicBoolean done) {
        final SplittableRandom random = new SplittableRandom(writer);
        while (!done.get()) {
            final long pair = random.nextLong(ROWS);
            final long own = 1000L + writer;
            final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
                final Row first = t.update(PAIRS, PAIRS.key(pair, 0));
                first.set(VALUE, first.get(VALUE) + 1);
                first.set(VALUE, first.get(VALUE) + 1);
                t.update(PAIRS, PAIRS.key(pair, 1)).set(VALUE, first.get(VALUE));
                t.insert(PAIRS, PAIRS.key(own, 0)).set(VALUE, 1);
                t.delete(PAIRS, PAIRS.key(own, 0));
                if (random.nextInt(4) == 0) {
                    first.set(VALUE, 7);
                    throw t.abort("taken back");
                }
                return 0;
            });
            assertThat(outcome).isInstanceOfAny(Outcome.Committed.class, Outcome.AbortedByProcedure.class);
        }
    }

    private static void checkPairs(Engine engine) {
        final List<Long> keys = new ArrayList<>();
        TableReader.forEachRow(engine, PAIRS, row -> {
            assertThat(row.get(VALUE) % 2).isZero();
            keys.add(PAIRS.keyOf(row));
        });
        assertThat(keys).hasSize(2 * ROWS).doesNotHaveDuplicates();
    }

    @Test
    void consumerMayCallTheEngineAndReadAgain() {
        try (Engine engine = Parts.builder().open()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 100);
            final AtomicLong inner = new AtomicLong();
            TableReader.forEachRow(engine, PART, row -> {
                // No lock is held: this would wait for it in vain.
                engine.call(work, (Work) t -> t.update(PART, row.get(ID)).set(AMOUNT, 5).get(AMOUNT));
                if (row.get(ID) == 50) {
                    TableReader.forEachRow(engine, PART, other -> inner.incrementAndGet());
                }
                assertThat(row.get(AMOUNT)).isEqualTo(100);
            });
            assertThat(inner).hasValue(100);
            TableReader.forEachRow(engine, PART, row -> assertThat(row.get(AMOUNT)).isEqualTo(5));
        }
    }

    @Test
    void rowsAreForReadingOnTheirThreadUntilTheConsumerReturns() throws InterruptedException {
        try (Engine engine = Parts.builder().open()) {
            Parts.fill(engine, Parts.work(engine), 200);
            final List<Row> kept = new ArrayList<>();
            TableReader.forEachRow(engine, PART, kept::add);
            assertThat(kept).hasSize(200)
                .allSatisfy(row -> assertThatIllegalStateException().isThrownBy(() -> row.get(ID)));
            TableReader.forEachRow(engine, PART,
                row -> assertThatIllegalStateException().isThrownBy(() -> row.set(AMOUNT, 1)));
            final AtomicReference<Throwable> refused = new AtomicReference<>();
            TableReader.forEachRow(engine, PART, row -> {
                if (refused.get() == null) {
                    join(Thread.ofPlatform().start(() -> {
                        try {
                            row.get(ID);
                        } catch (IllegalStateException e) {
                            refused.set(e);
                        }
                    }));
                }
            });
            assertThat(refused.get()).hasMessageContaining("but thread");
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatTheConsumerThrowsEndsIt() {
        try (Engine engine = Parts.builder().open()) {
            Parts.fill(engine, Parts.work(engine), 200);
            final AtomicLong seen = new AtomicLong();
            for (Throwable thrown : List.of(new ArithmeticException("enough"), new StackOverflowError("deep"))) {
                seen.set(0);
                assertThatExceptionOfType(thrown.getClass())
                    .isThrownBy(() -> TableReader.forEachRow(engine, PART, row -> {
                        if (seen.incrementAndGet() == 70) {
                            switch (thrown) {
                                case Error error -> throw error;
                                default -> throw (RuntimeException) thrown;
                            }
                        }
                    })).isSameAs(thrown);
                assertThat(seen).hasValue(70);
            }
            assertThat(ids(engine)).hasSize(200);
        }
    }

    @Test
    void isRefusedWithinAProcedureAndForOtherTables() {
        try (Engine engine = Parts.builder().open()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 3);
            final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
                TableReader.forEachRow(engine, PART, row -> {});
                return 0;
            });
            assertThat(outcome.toString())
                .contains("reading all rows of table part within procedure Do is not possible");
            assertThatIllegalArgumentException().isThrownBy(() -> TableReader.forEachRow(engine, CODES, row -> {}))
                .withMessageContaining("code");
        }
    }

    @Test
    void closingTheEngineEndsItAtTheNextBatch() {
        final Engine engine = Parts.builder().open();
        Parts.fill(engine, Parts.work(engine), 200);
        final AtomicLong seen = new AtomicLong();
        assertThatIllegalStateException().isThrownBy(() -> TableReader.forEachRow(engine, PART, row -> {
            engine.close();
            // The copy outlives the table.
            seen.addAndGet(row.get(AMOUNT));
        })).withMessage("the engine is closed; open a new one");
        assertThat(seen.get()).isBetween(100L, 6400L);
        assertThatIllegalStateException().isThrownBy(() -> ids(engine))
            .withMessage("the engine is closed; open a new one");
    }

    @Test
    void interruptEndsItAndStaysSet() {
        try (Engine engine = Parts.builder().open()) {
            Parts.fill(engine, Parts.work(engine), 200);
            final AtomicLong seen = new AtomicLong();
            assertThatExceptionOfType(SystemAbortedException.class)
                .isThrownBy(() -> TableReader.forEachRow(engine, PART, row -> {
                    seen.incrementAndGet();
                    Thread.currentThread().interrupt();
                })).withMessage("reading all rows of table part was interrupted")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(AbortReason.CANCELLED));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(seen.get()).isBetween(1L, 64L);
            assertThat(ids(engine)).hasSize(200);
        }
    }

    @Test
    void rowThatStaysLockedIsATimeout() throws Exception {
        try (Engine engine = Parts.builder().callTimeout(Duration.ofMillis(50)).open();
            ExecutorService threads = Executors.newSingleThreadExecutor()) {
            final Procedure<Object> work = Parts.work(engine);
            Parts.fill(engine, work, 10);
            final CountDownLatch locked = new CountDownLatch(1);
            final CountDownLatch end = new CountDownLatch(1);
            final Future<?> holder = threads.submit(() -> engine.call(work.within(Duration.ofSeconds(50)), (Work) t -> {
                t.update(PART, 5);
                locked.countDown();
                end.await();
                return 0;
            }));
            locked.await();
            assertThatExceptionOfType(SystemAbortedException.class).isThrownBy(() -> ids(engine))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(AbortReason.TIMEOUT))
                .withMessageContaining("reads table part");
            end.countDown();
            holder.get();
        }
    }
}
