package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.BY_GROUP;
import static io.baton.engine.attack.Parts.BY_SHELF;
import static io.baton.engine.attack.Parts.CONTENT;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.NAME;
import static io.baton.engine.attack.Parts.NUMBER;
import static io.baton.engine.attack.Parts.PART;
import static io.baton.engine.attack.Parts.PLACE;
import static io.baton.engine.attack.Parts.RANK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.lock.LockCounter;
import io.baton.storage.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a transaction writes while its scans and its views of rows are in use. */
@Timeout(60)
class ScanOwnWritesTest {

    private static final int PARTS = 100;

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

    @Test
    void scanUnderWayReturnsRowsAsTheTransactionHasChangedThem() {
        assertThat(engine.call(work, (Work) t -> {
            final Scan scan = t.scan(BY_GROUP).equal(1);
            long seen = 0;
            while (scan.next()) {
                final long next = scan.key() + 1;
                if (scan.key() > 1) {
                    assertThat(scan.row().get(AMOUNT)).isEqualTo(1000 + scan.key());
                    seen++;
                }
                if (next <= PARTS) {
                    t.update(PART, next).set(AMOUNT, 1000 + next);
                }
            }
            return seen;
        })).isEqualTo(PARTS - 1L);
    }

    @Test
    void scanUnderWayShowsTheChangeOfTheRowThatItIsAt() {
        engine.call(work, (Work) t -> {
            final Scan scan = t.scan(BY_GROUP).equal(1);
            while (scan.next()) {
                final Row row = scan.row();
                t.update(PART, scan.key()).set(AMOUNT, 7).set(NAME, "new");
                assertThat(row.get(AMOUNT)).isEqualTo(7);
                assertThat(scan.row().get(NAME)).isEqualTo("new");
                scan.update().set(AMOUNT, 8);
                assertThat(row.get(AMOUNT)).isEqualTo(8);
            }
            return 0;
        });
        assertThat(engine.call(work, (Work) t -> Parts.named(t, "new").size())).isEqualTo(PARTS);
    }

    @Test
    void scanUnderWayLeavesOutWhatTheTransactionDeletes() {
        assertThat(engine.call(work, (Work) t -> {
            final Scan scan = t.scan(BY_GROUP).equal(1);
            final List<Long> keys = new ArrayList<>();
            while (scan.next()) {
                keys.add(scan.key());
                if (scan.key() < PARTS) {
                    t.delete(PART, scan.key() + 1);
                }
                t.delete(PART, scan.key());
            }
            return keys;
        })).isEqualTo(IntStream.rangeClosed(1, PARTS).filter(i -> i % 2 == 1).mapToObj(i -> (long) i).toList());
        assertThat(engine.rows(PART)).isZero();
    }

    @Test
    void scanUnderWayReturnsWhatTheTransactionMovesOnceAtMost() {
        for (boolean descending : new boolean[] {false, true}) {
            final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
                final Scan scan = t.scan(BY_GROUP).equal(1);
                if (descending) {
                    scan.descending();
                }
                final List<Long> keys = new ArrayList<>();
                while (scan.next()) {
                    keys.add(scan.key());
                    // To the other end of the range, out of it, and back in.
                    t.update(PART, scan.key()).set(RANK, descending ? 0 : 60_000 + scan.key());
                    final long ahead = descending ? scan.key() - 3 : scan.key() + 3;
                    if (ahead >= 1 && ahead <= PARTS) {
                        t.update(PART, ahead).set(GROUP, t.read(PART, ahead).get(GROUP) == 1 ? 2 : 1);
                    }
                }
                assertThat(keys).doesNotHaveDuplicates();
                throw t.abort("undo");
            });
            assertThat(Parts.reason(outcome)).isEqualTo(AbortReason.GAVE_UP);
        }
    }

    @Test
    void secondScanSeesAllThatTheFirstOneHasChanged() {
        assertThat(engine.call(work, (Work) t -> {
            final Scan first = t.scan(BY_GROUP).equal(1).between(10, 20);
            while (first.next()) {
                first.update().set(RANK, 100 - first.row().get(RANK) + 1);
            }
            t.insert(PART, 500).set(GROUP, 1).set(RANK, 85);
            t.delete(PART, 20);
            final List<Long> keys = new ArrayList<>();
            final Scan second = t.scan(BY_GROUP).equal(1).between(80, 92).descending();
            while (second.next()) {
                if (second.row().get(RANK) != second.key()) {
                    keys.add(second.key());
                }
            }
            return keys;
        })).isEqualTo(List.of(10L, 11L, 12L, 13L, 14L, 15L, 500L, 16L, 17L, 18L, 19L));
    }

    @Test
    void manyViewsOfReadFollowALaterUpdate() {
        engine.call(work, (Work) t -> {
            final List<Row> views = new ArrayList<>();
            for (int round = 0; round < 2; round++) {
                for (long id = 1; id <= PARTS; id++) {
                    views.add(t.read(PART, id));
                }
            }
            for (long id = PARTS; id >= 1; id--) {
                t.update(PART, id).set(AMOUNT, id);
            }
            for (Row view : views) {
                assertThat(view.get(AMOUNT)).isEqualTo(view.get(Parts.ID));
                assertThatIllegalStateException().isThrownBy(() -> view.set(AMOUNT, 0))
                    .withMessageContaining("reading");
            }
            return 0;
        });
    }

    @Test
    void viewOfReadFollowsTheLastOfSeveralUpdates() {
        engine.call(work, (Work) t -> {
            final Row view = t.read(PART, 5);
            t.update(PART, 5).set(AMOUNT, 1);
            t.update(PART, 5).set(AMOUNT, 2);
            assertThat(view.get(AMOUNT)).isEqualTo(2);
            return 0;
        });
    }

    @Test
    void rangeOfAScanUnderWayCannotBeChanged() {
        engine.call(work, (Work) t -> {
            final Scan scan = t.scan(BY_GROUP).equal(1);
            assertThat(scan.next()).isTrue();
            final List<Runnable> changes = List.of(() -> scan.equal(2), scan::descending, scan::forUpdate,
                () -> scan.between(1, 2), () -> scan.limit(1));
            changes.forEach(change -> assertThatIllegalStateException().isThrownBy(change::run)
                .withMessageContaining("under way"));
            return 0;
        });
    }

    @Test
    void scanOfALockedShelfSeesItsOwnInsertsBetweenStoredRows() {
        engine.call(work, (Work) t -> {
            for (int number = 0; number < 40; number += 2) {
                t.insert(PLACE, PLACE.key(1, number)).set(CONTENT, number);
            }
            return 0;
        });
        assertThat(engine.call(work, (Work) t -> {
            for (int number = 1; number < 40; number += 2) {
                t.insert(PLACE, PLACE.key(1, number)).set(CONTENT, number);
            }
            final List<Long> numbers = new ArrayList<>();
            final Scan scan = t.scan(BY_SHELF).equal(1).between(5, 30).descending().limit(20);
            while (scan.next()) {
                numbers.add(scan.row().get(NUMBER));
            }
            return numbers;
        })).isEqualTo(IntStream.iterate(30, i -> i > 10, i -> i - 1).mapToObj(i -> (long) i).toList());
    }

    /** Rows of a scanned group are locked one by one, so that locks count the rows that a scan has touched. */
    @Test
    void scanAfterAWriteToItsTableReadsOnlyWhatItNeeds() {
        final int rows = 3_000;
        engine.call(work, (Work) t -> {
            for (int i = 0; i < rows; i++) {
                t.insert(PART, 10_000 + i).set(GROUP, 9).set(RANK, i);
            }
            return 0;
        });
        final Work firstOnly = t -> {
            final Scan scan = t.scan(BY_GROUP).equal(9);
            assertThat(scan.next()).isTrue();
            return scan.key();
        };
        final Work afterWrites = t -> {
            t.update(PART, 1).set(AMOUNT, 5);
            t.update(PART, 12_000).set(RANK, 5);
            t.insert(PART, 50_000).set(GROUP, 9).set(RANK, 7);
            return firstOnly.in(t);
        };
        final long before = engine.lockStatistics().get(LockCounter.ACQUISITIONS);
        assertThat(engine.call(work, firstOnly)).isEqualTo(10_000L);
        final long alone = engine.lockStatistics().get(LockCounter.ACQUISITIONS);
        assertThat(engine.call(work, afterWrites)).isEqualTo(10_000L);
        final long after = engine.lockStatistics().get(LockCounter.ACQUISITIONS);
        assertThat(alone - before).as("locks of a scan's first row").isLessThanOrEqualTo(2);
        assertThat(after - alone).as("locks of a scan's first row after three writes").isLessThan(20);
    }
}
