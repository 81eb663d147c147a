package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.procedure.AbortReason;
import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.UniqueViolationException;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No two rows have the same values in a unique index once a transaction has committed. */
@Timeout(60)
class UniqueIndexTest {

    private static final TableSchema.Builder BUILDER = TableSchema.named("person");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final StringColumn MAIL = BUILDER.nullable().string("mail", 20);
    private static final TableSchema.Builder KEYED = BUILDER.primaryKey(ID.bits(32));
    private static final IndexSchema BY_MAIL = KEYED.uniqueIndex("by_mail", MAIL.part());
    private static final TableSchema PERSON = KEYED.build();

    private final Engine engine = Engine.builder().table(PERSON, 1_000).assertions(true).open();
    private final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void insertOfAValueThatIsThereIsRefusedAndChangesNothing() {
        commit(t -> t.insert(PERSON, 1).set(MAIL, "a"));
        refused(t -> {
            t.insert(PERSON, 3).set(MAIL, "c");
            return t.insert(PERSON, 2).set(MAIL, "a");
        });
        assertThat(contents()).containsExactly("1 a");
    }

    @Test
    void updateToAValueThatIsThereIsRefused() {
        commit(t -> t.insert(PERSON, 1).set(MAIL, "a"));
        commit(t -> t.insert(PERSON, 2).set(MAIL, "b"));
        refused(t -> t.update(PERSON, 2).set(MAIL, "a"));
        assertThat(contents()).containsExactly("1 a", "2 b");
    }

    @Test
    void twoRowsOfOneTransactionAreRefused() {
        refused(t -> {
            t.insert(PERSON, 1).set(MAIL, "a");
            return t.insert(PERSON, 2).set(MAIL, "a");
        });
        assertThat(contents()).isEmpty();
    }

    @Test
    void valuesMoveBetweenRowsWithinATransaction() {
        commit(t -> t.insert(PERSON, 1).set(MAIL, "a"));
        commit(t -> t.insert(PERSON, 2).set(MAIL, "b"));
        commit(t -> {
            t.update(PERSON, 1).set(MAIL, "b");
            return t.update(PERSON, 2).set(MAIL, "a");
        });
        commit(t -> {
            t.delete(PERSON, 2);
            return t.insert(PERSON, 3).set(MAIL, "a");
        });
        assertThat(contents()).containsExactly("1 b", "3 a");
    }

    @Test
    void nullsDoNotCollide() {
        commit(t -> t.insert(PERSON, 1));
        commit(t -> t.insert(PERSON, 2));
        assertThat(engine.rows(PERSON)).isEqualTo(2);
    }

    @Test
    void loaderRefusesToo() {
        try (Engine fresh = Engine.builder().table(PERSON, 10).open(); Loader loader = fresh.loader()) {
            loader.insert(loader.row(PERSON, 1).set(MAIL, "a"));
            assertThatExceptionOfType(UniqueViolationException.class)
                .isThrownBy(() -> loader.insert(loader.row(PERSON, 2).set(MAIL, "a")))
                .withMessageContaining("unique index by_mail").withMessageContaining("id=1");
            assertThat(fresh.rows(PERSON)).isEqualTo(1);
        }
    }

    @Test
    void randomTransactionsLeaveNoTwoRowsAlike() {
        final SplittableRandom random = new SplittableRandom(7);
        final TreeMap<Long, String> model = new TreeMap<>();
        for (int i = 0; i < 3_000; i++) {
            final TreeMap<Long, String> next = new TreeMap<>(model);
            final List<Long> ids = new ArrayList<>();
            for (int j = random.nextInt(4); j >= 0; j--) {
                ids.add((long) random.nextInt(12));
            }
            final List<String> mails = ids.stream().map(id -> "m" + random.nextInt(12)).toList();
            for (int j = 0; j < ids.size(); j++) {
                next.merge(ids.get(j), mails.get(j), (old, mail) -> mail.equals("m0") ? "" : mail);
                next.values().removeIf(String::isEmpty);
            }
            final boolean alike = next.values().stream().distinct().count() < next.size();
            final Outcome<Object> outcome = engine.execute(work, (Bank.Work) t -> {
                for (int j = 0; j < ids.size(); j++) {
                    final long id = ids.get(j);
                    if (!t.exists(PERSON, id)) {
                        t.insert(PERSON, id).set(MAIL, mails.get(j));
                    } else if (mails.get(j).equals("m0")) {
                        t.delete(PERSON, id);
                    } else {
                        t.update(PERSON, id).set(MAIL, mails.get(j));
                    }
                }
                return 0;
            });
            assertThat(outcome instanceof Outcome.Committed).as("step %d, %s", i, next).isEqualTo(!alike);
            if (!alike) {
                model.clear();
                model.putAll(next);
            }
            assertThat(contents()).as("step %d", i)
                .containsExactlyElementsOf(
                    model.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
        }
    }

    private void commit(Bank.Work body) {
        assertThat(engine.execute(work, body)).isInstanceOf(Outcome.Committed.class);
    }

    private void refused(Bank.Work body) {
        assertThat(engine.execute(work, body)).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class, aborted -> {
            assertThat(aborted.reason()).isEqualTo(AbortReason.DUPLICATE_KEY);
            assertThat(aborted.message()).contains("unique index by_mail");
        });
    }

    /** All rows by way of the index, by id. */
    private List<String> contents() {
        final TreeMap<Long, String> found = new TreeMap<>();
        engine.call(work, (Bank.Work) t -> {
            found.clear();
            for (int i = 0; i < 12; i++) {
                for (String mail : List.of("m" + i, "abc".substring(i % 3, i % 3 + 1))) {
                    final Scan scan = t.scan(BY_MAIL).equal(mail);
                    while (scan.next()) {
                        found.put(scan.key(), mail);
                    }
                }
            }
            return 0;
        });
        return found.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList();
    }
}
