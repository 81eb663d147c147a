package io.baton.engine.wide;

import static io.baton.engine.wide.WideTables.BY_NOTE;
import static io.baton.engine.wide.WideTables.EVENTS;
import static io.baton.engine.wide.WideTables.ID;
import static io.baton.engine.wide.WideTables.KEYS;
import static io.baton.engine.wide.WideTables.LEFT;
import static io.baton.engine.wide.WideTables.NOTE;
import static io.baton.engine.wide.WideTables.PAIRS;
import static io.baton.engine.wide.WideTables.PAIR_VALUE;
import static io.baton.engine.wide.WideTables.USERS;
import static io.baton.engine.wide.WideTables.USER_VALUE;
import static io.baton.engine.wide.WideTables.key;
import static io.baton.engine.wide.WideTables.probe;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.BulkInsertException;
import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.TableReader;
import io.baton.engine.TestHistory;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.AbortReason;
import io.baton.engine.wide.WideTables.Work;
import io.baton.storage.Row;
import io.baton.storage.StorageException;
import io.baton.storage.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a transaction does to rows that are named by images; keys 0, 1 and 2 of pairs are twins. */
@Timeout(30)
class WideKeysTest {

    private final Engine engine = WideTables.builder().assertions(true).open();
    private final Procedure<Object> work = engine.register(new WideTables.Do(), Object.class);

    @AfterEach
    void close() {
        engine.close();
    }

    private @Nullable Object in(Work wanted) {
        return engine.call(work, wanted);
    }

    private String refused(Work wanted, AbortReason reason) {
        return switch (engine.execute(work, wanted)) {
            case Outcome.AbortedByProcedure<Object> aborted when aborted.reason() == reason ->
                String.valueOf(aborted.cause() == null ? aborted.message() : aborted.cause().getMessage());
            case Outcome<Object> other -> throw new AssertionError(other);
        };
    }

    private static List<Long> values(Transaction t, int... numbers) {
        return IntStream.of(numbers).mapToObj(number -> {
            final Row row = t.find(PAIRS, probe(t, PAIRS, number));
            return row == null ? -1 : row.get(PAIR_VALUE);
        }).toList();
    }

    @Test
    void twinsAreTwoRowsUnderOneLock() {
        assertThat(WideTables.hash(PAIRS, 0)).isEqualTo(WideTables.hash(PAIRS, 1))
            .isEqualTo(WideTables.hash(PAIRS, 2)).isNotEqualTo(WideTables.hash(PAIRS, 3));
        in(t -> {
            t.insert(PAIRS, probe(t, PAIRS, 0)).set(PAIR_VALUE, 10);
            t.insert(PAIRS, probe(t, PAIRS, 1)).set(PAIR_VALUE, 20);
            assertThat(values(t, 0, 1, 2)).containsExactly(10L, 20L, -1L);
            return 0;
        });
        in(t -> {
            t.update(PAIRS, probe(t, PAIRS, 0)).set(PAIR_VALUE, 11);
            t.delete(PAIRS, probe(t, PAIRS, 1));
            t.insert(PAIRS, probe(t, PAIRS, 2)).set(PAIR_VALUE, 30);
            assertThat(values(t, 0, 1, 2)).containsExactly(11L, -1L, 30L);
            assertThat(t.exists(PAIRS, probe(t, PAIRS, 1))).isFalse();
            assertThat(t.exists(PAIRS, probe(t, PAIRS, 2))).isTrue();
            t.insert(PAIRS, probe(t, PAIRS, 1));
            t.delete(PAIRS, probe(t, PAIRS, 2));
            assertThat(values(t, 0, 1, 2)).containsExactly(11L, 0L, -1L);
            return 0;
        });
        in(t -> assertThat(values(t, 0, 1, 2)).containsExactly(11L, 0L, -1L));
        assertThat(engine.rows(PAIRS)).isEqualTo(2);
    }

    @Test
    void aRowOfTheTransactionNamesItsKeyToo() {
        in(t -> {
            final Row inserted = t.insert(USERS, probe(t, USERS, 5)).set(USER_VALUE, 1);
            assertThat(t.update(USERS, inserted)).isSameAs(inserted);
            t.delete(USERS, inserted);
            final Row again = t.insert(USERS, inserted);
            assertThat(again.get(ID)).isEqualTo(key(t.probe(USERS), 5).get(ID));
            assertThat(again.get(USER_VALUE)).isZero();
            return 0;
        });
        in(t -> {
            final Row row = t.read(USERS, probe(t, USERS, 5));
            t.update(USERS, row).set(USER_VALUE, 7);
            assertThat(row.get(USER_VALUE)).isEqualTo(7);
            t.delete(USERS, row);
            return 0;
        });
        assertThat(engine.rows(USERS)).isZero();
    }

    @Test
    void scansShowOwnWritesOfTwins() {
        in(t -> {
            for (int i = 0; i < KEYS; i += 2) {
                t.insert(PAIRS, probe(t, PAIRS, i)).set(PAIR_VALUE, i);
            }
            return 0;
        });
        in(t -> {
            t.update(PAIRS, probe(t, PAIRS, 0)).set(PAIR_VALUE, 100);
            t.insert(PAIRS, probe(t, PAIRS, 1)).set(PAIR_VALUE, -5);
            t.delete(PAIRS, probe(t, PAIRS, 2));
            final List<Long> seen = new ArrayList<>();
            final Scan scan = t.scan(WideTables.BY_VALUE).forUpdate();
            while (scan.next()) {
                if (scan.row().get(PAIR_VALUE) == 4) {
                    scan.update().set(NOTE, "four");
                    assertThat(scan.row().get(NOTE)).isEqualTo("four");
                }
                seen.add(scan.row().get(PAIR_VALUE));
            }
            assertThat(seen.getFirst()).isEqualTo(-5);
            assertThat(seen.getLast()).isEqualTo(100);
            assertThat(seen).isSorted().hasSize(KEYS / 2);
            final Scan twin = t.scan(requireNonNull(PAIRS.primaryIndex())).equal(probe(t, PAIRS, 1).get(LEFT))
                .equal(probe(t, PAIRS, 1).get(WideTables.RIGHT));
            assertThat(twin.next()).isTrue();
            assertThat(twin.key()).isEqualTo(WideTables.hash(PAIRS, 1));
            assertThat(twin.row().get(PAIR_VALUE)).isEqualTo(-5);
            assertThat(twin.next()).isFalse();
            return 0;
        });
    }

    @Test
    void valuesOfAUniqueIndexMoveBetweenTwins() {
        in(t -> {
            t.insert(PAIRS, probe(t, PAIRS, 0)).set(NOTE, "a");
            return t.insert(PAIRS, probe(t, PAIRS, 1)).set(NOTE, "b").get(PAIR_VALUE);
        });
        in(t -> {
            t.update(PAIRS, probe(t, PAIRS, 0)).set(NOTE, "b");
            return t.update(PAIRS, probe(t, PAIRS, 1)).set(NOTE, "a").get(PAIR_VALUE);
        });
        assertThat(refused(t -> t.update(PAIRS, probe(t, PAIRS, 1)).set(NOTE, "b").get(PAIR_VALUE),
            AbortReason.DUPLICATE_KEY)).contains("in unique index " + BY_NOTE.name(), "(left=0, right=0)");
        assertThat(refused(t -> {
            t.insert(PAIRS, probe(t, PAIRS, 2)).set(NOTE, "c");
            return t.insert(PAIRS, probe(t, PAIRS, 3)).set(NOTE, "c").get(PAIR_VALUE);
        }, AbortReason.DUPLICATE_KEY)).contains("in unique index " + BY_NOTE.name());
        in(t -> {
            t.delete(PAIRS, probe(t, PAIRS, 0));
            return t.insert(PAIRS, probe(t, PAIRS, 2)).set(NOTE, "b").get(PAIR_VALUE);
        });
        assertThat(engine.rows(PAIRS)).isEqualTo(2);
    }

    @Test
    void mistakesAreRefusedInOneSentence() {
        in(t -> t.insert(PAIRS, probe(t, PAIRS, 0)).set(PAIR_VALUE, 1).get(PAIR_VALUE));
        final String number =
            "table pair: its primary key is wide, so the hash of its columns does not say which row is"
                + " meant; name the row by an image with the key columns set";
        final long hash = WideTables.hash(PAIRS, 0);
        for (final Work mistake : List.<Work>of(t -> t.read(PAIRS, hash), t -> t.find(PAIRS, hash),
            t -> t.insert(PAIRS, hash), t -> t.update(PAIRS, hash), t -> t.readAll(PAIRS, hash, hash), t -> {
                t.delete(PAIRS, hash);
                return 0;
            }, t -> {
                t.update(PAIRS, probe(t, PAIRS, 0));
                return t.read(PAIRS, hash);
            })) {
            assertThat(refused(mistake, AbortReason.FAILED)).isEqualTo(number);
        }
        assertThat(refused(t -> t.insert(PAIRS, probe(t, PAIRS, 0)), AbortReason.DUPLICATE_KEY))
            .isEqualTo("table pair already has a row with key (left=0, right=0)");
        assertThat(refused(t -> t.read(EVENTS, probe(t, EVENTS, 1)), AbortReason.NOT_FOUND))
            .isEqualTo("table event has no row with key (source=samehead1, at=1970-01-01T00:00:00.000091Z)");
        assertThat(refused(t -> t.read(PAIRS, probe(t, EVENTS, 1)), AbortReason.FAILED))
            .isEqualTo("a column or row of table pair was used with a row of table event");
        assertThat(refused(t -> t.update(PAIRS, probe(t, PAIRS, 0)).set(LEFT, 9), AbortReason.FAILED))
            .isEqualTo("table pair, column left: the value 9 was given for a row with key (left=0, right=0); a key does"
                + " not change, so delete this row and insert another");
        final Row[] kept = new Row[1];
        in(t -> kept[0] = probe(t, PAIRS, 0));
        Assertions.assertThatIllegalStateException().isThrownBy(() -> kept[0].get(LEFT))
            .withMessageContaining("has ended");
        assertThat(in(t -> values(t, 0))).isEqualTo(List.of(1L));
    }

    @Test
    void packedKeysMayBeNamedByImagesToo() {
        final TableSchema.Builder builder = TableSchema.named("packed");
        final var id = builder.int64("id");
        final var value = builder.int64("value");
        final TableSchema packed = builder.primaryKey(id.bits(40)).build();
        try (Engine other = Engine.builder().table(packed, 10).open()) {
            final Procedure<Object> any = other.register(new WideTables.Do(), Object.class);
            other.call(any, (Work) t -> {
                final Row seven = t.probe(packed).set(id, 7);
                t.insert(packed, seven).set(value, 70);
                assertThat(t.read(packed, 7).get(value)).isEqualTo(70);
                t.update(packed, seven).set(value, 71);
                assertThat(t.find(packed, seven)).isNotNull();
                assertThat(t.readAll(packed, new Row[] {seven, t.probe(packed)})[1]).isNull();
                t.prefetch(packed, new Row[] {seven});
                t.delete(packed, seven);
                assertThat(t.exists(packed, seven)).isFalse();
                assertThat(t.findForUpdate(packed, seven)).isNull();
                return 0;
            });
        }
    }

    @Test
    void manyRowsAreReadTogether() {
        final int rows = 150;
        try (Loader loader = engine.loader()) {
            for (int i = 0; i < rows; i += 2) {
                loader.insert(key(loader.row(PAIRS), i).set(PAIR_VALUE, i));
            }
        }
        in(t -> {
            final Row[] probes = IntStream.range(0, rows).mapToObj(i -> probe(t, PAIRS, i)).toArray(Row[]::new);
            t.prefetch(PAIRS, probes);
            t.delete(PAIRS, probes[4]);
            t.insert(PAIRS, probes[5]).set(PAIR_VALUE, 5);
            final @Nullable Row[] found = t.readAll(PAIRS, probes);
            for (int i = 0; i < rows; i++) {
                final Row row = found[i];
                assertThat(row == null ? -1 : row.get(PAIR_VALUE))
                    .isEqualTo((i % 2 == 0 && i != 4) || i == 5 ? i : -1);
            }
            return 0;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void bulkInsertAndTableReaderTakeWideKeys(int number) {
        final TableSchema table = WideTables.ALL.get(number);
        final long rows = engine.insertAll(insert -> {
            insert.rowsPerTransaction(7);
            for (int i = 0; i < KEYS; i++) {
                insert.insert(key(insert.row(table), i).set(WideTables.VALUES.get(number), i));
            }
        });
        assertThat(rows).isEqualTo(KEYS);
        Assertions.assertThatExceptionOfType(BulkInsertException.class)
            .isThrownBy(() -> engine.insertAll(insert -> insert.insert(key(insert.row(table), 3))))
            .satisfies(e -> assertThat(e.reason()).isEqualTo(AbortReason.DUPLICATE_KEY));
        assertThat(read(engine, number)).containsExactlyElementsOf(IntStream.range(0, KEYS).boxed().toList());
    }

    /** The values of all rows in order; each must stand under its own key. */
    static List<Integer> read(Engine engine, int number) {
        final List<Integer> values = new ArrayList<>();
        TableReader.forEachRow(engine, WideTables.ALL.get(number), row -> {
            final int value = (int) row.get(WideTables.VALUES.get(number));
            assertThat(row.schema().keyOf(row)).isEqualTo(WideTables.hash(row.schema(), value));
            values.add(value);
        });
        values.sort(null);
        return values;
    }

    /** Of a key whose twin is there a history could not even say that it is absent. */
    @Test
    void aHistoryRefusesATwin() {
        try (Engine recording = WideTables.builder().history(new TestHistory().opener()).open()) {
            final Procedure<Object> any = recording.register(new WideTables.Do(), Object.class);
            recording.call(any, (Work) t -> {
                t.insert(USERS, probe(t, USERS, 1));
                assertThat(values(t, 0, 1, 2)).containsExactly(-1L, -1L, -1L);
                return t.insert(PAIRS, probe(t, PAIRS, 0)).get(LEFT);
            });
            for (final Work look : List.<Work>of(t -> t.find(PAIRS, probe(t, PAIRS, 1)),
                t -> t.exists(PAIRS, probe(t, PAIRS, 1)), t -> t.findForUpdate(PAIRS, probe(t, PAIRS, 1)),
                t -> t.insert(PAIRS, probe(t, PAIRS, 1)).get(LEFT),
                t -> t.readAll(PAIRS, new Row[] {probe(t, PAIRS, 3), probe(t, PAIRS, 0), probe(t, PAIRS, 1)}), t -> {
                    t.delete(PAIRS, probe(t, PAIRS, 1));
                    return 0;
                }, t -> {
                    t.delete(PAIRS, probe(t, PAIRS, 0));
                    return t.exists(PAIRS, probe(t, PAIRS, 1));
                })) {
                assertThat(recording.execute(any, look).toString()).contains("(left=1, right=",
                    " and (left=0, right=0) have the same hash, and a"
                        + " history names rows by it; give one another key, or record no history");
                recording.call(any, (Work) t -> {
                    t.update(PAIRS, probe(t, PAIRS, 0)).set(PAIR_VALUE, 5);
                    Assertions.assertThatExceptionOfType(StorageException.class).isThrownBy(() -> look.in(t));
                    return t.exists(PAIRS, probe(t, PAIRS, 3));
                });
                recording.call(any, (Work) t -> t.findForUpdate(PAIRS, probe(t, PAIRS, 0)) == null
                    ? t.insert(PAIRS, probe(t, PAIRS, 0)) : 0);
            }
            assertThat(recording.rows(PAIRS)).isEqualTo(1);
            recording.call(any, (Work) t -> {
                t.delete(PAIRS, probe(t, PAIRS, 0));
                return 0;
            });
            recording.call(any, (Work) t -> t.exists(PAIRS, probe(t, PAIRS, 0)));
            recording.call(any, (Work) t -> t.insert(PAIRS, probe(t, PAIRS, 1)).get(LEFT));
            assertThat(recording.rows(PAIRS)).isEqualTo(1);
        }
    }
}
