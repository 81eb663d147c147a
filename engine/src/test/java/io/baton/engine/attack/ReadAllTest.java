package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.CONTENT;
import static io.baton.engine.attack.Parts.NUMBER;
import static io.baton.engine.attack.Parts.PART;
import static io.baton.engine.attack.Parts.PLACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One call reads or loads many rows, and is no less a transaction for that. */
@Timeout(60)
class ReadAllTest {

    private static final int PARTS = 200;
    private static final long ABSENT = -1;

    private final Engine engine = Parts.builder().open();
    private final Procedure<Object> work = Parts.work(engine);

    @BeforeEach
    void fill() {
        Parts.fill(engine, work, PARTS);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static List<Long> ids(@Nullable Row[] rows) {
        return Arrays.stream(rows).map(row -> row == null ? ABSENT : row.get(Parts.ID)).toList();
    }

    @Test
    void rowsComeInTheOrderOfTheKeysWithAbsentOnesAndDuplicates() {
        engine.call(work, (Work) t -> {
            assertThat(ids(t.readAll(PART, 7, 3, 999, 7, 1))).containsExactly(7L, 3L, ABSENT, 7L, 1L);
            assertThat(t.readAll(PART)).isEmpty();
            t.prefetch(PART);
            return 0;
        });
    }

    @Test
    void moreKeysThanAreLoadedTogether() {
        final long[] keys = LongStream.rangeClosed(1, PARTS + 50).map(i -> PARTS + 51 - i).toArray();
        engine.call(work, (Work) t -> {
            t.prefetch(PART, keys);
            final @Nullable Row[] rows = t.readAll(PART, keys);
            for (int i = 0; i < keys.length; i++) {
                assertThat(ids(rows).get(i)).isEqualTo(keys[i] > PARTS ? ABSENT : keys[i]);
            }
            return 0;
        });
    }

    @Test
    void ownWritesAreSeenAndViewsFollowLaterOnes() {
        engine.call(work, (Work) t -> {
            t.insert(PART, 500).set(AMOUNT, 5);
            t.update(PART, 2).set(AMOUNT, 6);
            t.delete(PART, 3);
            t.prefetch(PART, 500, 2, 3, 4);
            final @Nullable Row[] rows = t.readAll(PART, 500, 2, 3, 4, 4);
            assertThat(ids(rows)).containsExactly(500L, 2L, ABSENT, 4L, 4L);
            assertThat(amount(rows[0])).isEqualTo(5);
            assertThat(amount(rows[1])).isEqualTo(6);
            t.update(PART, 4).set(AMOUNT, 7);
            assertThat(amount(rows[3])).isEqualTo(7);
            assertThat(amount(rows[4])).isEqualTo(7);
            return 0;
        });
    }

    private static long amount(@Nullable Row row) {
        return row == null ? ABSENT : row.get(AMOUNT);
    }

    @Test
    void rowsThatShareALockAndStandInAnOrderedKey() {
        engine.call(work, (Work) t -> {
            for (int number = 1; number <= 80; number++) {
                t.insert(PLACE, PLACE.key(1, number)).set(CONTENT, number);
            }
            return 0;
        });
        engine.call(work, (Work) t -> {
            final long[] keys = LongStream.rangeClosed(1, 81).map(number -> PLACE.key(1, number)).toArray();
            t.prefetch(PLACE, keys);
            final @Nullable Row[] rows = t.readAll(PLACE, keys);
            for (int i = 0; i < 80; i++) {
                final Row row = rows[i];
                assertThat(row == null ? ABSENT : row.get(NUMBER)).isEqualTo(i + 1);
            }
            assertThat(rows[80]).isNull();
            return 0;
        });
    }

    @Test
    void rowsAreForReadingAndUnknownTablesAreRefused() {
        final TableSchema.Builder builder = TableSchema.named("stranger");
        final LongColumn id = builder.int64("id");
        final TableSchema stranger = builder.primaryKey(id.bits(8)).build();
        engine.call(work, (Work) t -> {
            final Row row = t.readAll(PART, 1, 2)[0];
            assertThat(row).isNotNull();
            assertThatIllegalStateException().isThrownBy(() -> row.set(AMOUNT, 1))
                .withMessage("this row of table part was opened for reading");
            assertThatIllegalArgumentException().isThrownBy(() -> t.readAll(stranger, 1))
                .withMessage("the engine was opened without table stranger; add it to the engine's builder, or to its"
                    + " catalog");
            assertThatIllegalArgumentException().isThrownBy(() -> t.prefetch(stranger, 1))
                .withMessage("the engine was opened without table stranger; add it to the engine's builder, or to its"
                    + " catalog");
            return 0;
        });
    }

    @Test
    void keysThatAreChangedAfterwardsChangeNothing() {
        engine.call(work, (Work) t -> {
            final long[] keys = {1, 2};
            final @Nullable Row[] rows = t.readAll(PART, keys);
            keys[0] = 3;
            rows[1] = null;
            assertThat(ids(t.readAll(PART, 1, 2))).containsExactly(1L, 2L);
            assertThat(ids(rows)).containsExactly(1L, ABSENT);
            return 0;
        });
    }

    @Test
    void readAllLocksAlsoWhatIsAbsentAndPrefetchLocksNothing() {
        engine.call(work, (Work) t -> {
            t.prefetch(PART, 1, 2, 900);
            assertThat(engine.callAsync(work, (Work) other -> {
                other.update(PART, 1).set(AMOUNT, 1);
                other.insert(PART, 900).set(AMOUNT, 2);
                return "done";
            }).get()).isEqualTo("done");
            t.readAll(PART, 3, 901);
            for (long key : new long[] {3, 901}) {
                assertThat(Parts.reason(onAnotherThread((Work) other -> {
                    other.findForUpdate(PART, key);
                    return 0;
                }))).isEqualTo(AbortReason.TIMEOUT);
            }
            return 0;
        });
    }

    private Outcome<Object> onAnotherThread(Work other) {
        return CompletableFuture.supplyAsync(
            () -> engine.execute(work.within(Duration.ofMillis(50)), other)).join();
    }

    @Test
    void busyLockInTimeOrAtTheDeadline() throws Exception {
        for (final long busy : new long[] {1, 50, 100, 150, 200}) {
            final CountDownLatch locked = new CountDownLatch(1);
            final CountDownLatch release = new CountDownLatch(1);
            final CompletableFuture<Object> writer = engine.callAsync(work, (Work) t -> {
                t.update(PART, busy).set(AMOUNT, busy);
                locked.countDown();
                release.await();
                return 0;
            });
            locked.await();
            final Work reader = t -> {
                t.read(PART, 77);
                release.countDown();
                return ids(t.readAll(PART, LongStream.rangeClosed(1, PARTS).toArray())).size();
            };
            final Work readerInTime = t -> ids(t.readAll(PART, LongStream.rangeClosed(1, PARTS).toArray())).size();
            assertThat(Parts.reason(onAnotherThread(readerInTime))).isEqualTo(AbortReason.TIMEOUT);
            assertThat(engine.call(work, reader)).isEqualTo(PARTS);
            assertThat(writer.get()).isEqualTo(0);
        }
    }

    @Test
    void moreLocksThanATransactionMayHoldAreRefusedAndNoneIsLeft() {
        final long[] keys = LongStream.range(0, 100_000).toArray();
        assertThat(engine.call(work, (Work) t -> t.readAll(PART, keys).length)).isEqualTo(keys.length);
        try (Engine small = Parts.builder().locksMax(50_000).open()) {
            final Procedure<Object> does = Parts.work(small);
            Parts.fill(small, does, 1);
            final Outcome<Object> outcome = small.execute(does, (Work) t -> t.readAll(PART, keys).length);
            assertThat(Parts.reason(outcome)).isEqualTo(AbortReason.TOO_LARGE);
            assertThat(small.call(does, (Work) t -> t.update(PART, 1).get(Parts.ID))).isEqualTo(1L);
        }
    }

    @Test
    void sumOfAllRowsIsTheSameWhileOthersMoveAmountsBetweenThem() throws Exception {
        final AtomicBoolean done = new AtomicBoolean();
        final long[] keys = LongStream.rangeClosed(1, 40).toArray();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            final List<Future<?>> movers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                final SplittableRandom random = new SplittableRandom(i);
                movers.add(threads.submit(() -> {
                    while (!done.get()) {
                        move(keys, random);
                    }
                }));
            }
            for (int i = 0; i < 300; i++) {
                final boolean first = i % 2 == 0;
                assertThat(engine.call(work, (Work) t -> {
                    if (first) {
                        t.read(PART, 20);
                        t.prefetch(PART, keys);
                    }
                    return Arrays.stream(t.readAll(PART, keys)).mapToLong(ReadAllTest::amount).sum();
                })).isEqualTo(4000L);
            }
            done.set(true);
            for (Future<?> mover : movers) {
                mover.get();
            }
        }
    }

    private void move(long[] keys, SplittableRandom random) {
        final long from = keys[random.nextInt(keys.length)];
        final long to = keys[random.nextInt(keys.length)];
        engine.call(work, (Work) t -> {
            t.prefetch(PART, from, to);
            add(t, from, -1);
            add(t, to, 1);
            return 0;
        });
    }

    private static void add(Transaction transaction, long key, long amount) {
        final Row row = transaction.update(PART, key);
        row.set(AMOUNT, row.get(AMOUNT) + amount);
    }

    @Test
    void prefetchOfRowsThatComeAndGo() throws Exception {
        final AtomicBoolean done = new AtomicBoolean();
        final long[] keys = LongStream.rangeClosed(1000, 1300).toArray();
        final CompletableFuture<Void> coming = CompletableFuture.runAsync(() -> {
            while (!done.get()) {
                engine.call(work, (Work) t -> {
                    for (long key : keys) {
                        t.insert(PART, key).set(AMOUNT, key);
                    }
                    return 0;
                });
                engine.call(work, (Work) t -> {
                    for (long key : keys) {
                        t.delete(PART, key);
                    }
                    return 0;
                });
            }
        });
        for (int i = 0; i < 300; i++) {
            engine.call(work, (Work) t -> {
                t.prefetch(PART, keys);
                return 0;
            });
        }
        done.set(true);
        coming.get();
        assertThat(engine.rows(PART)).isEqualTo(PARTS);
    }
}
