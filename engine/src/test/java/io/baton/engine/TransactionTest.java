package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.procedure.AbortReason;
import io.baton.storage.DuplicateKeyException;
import io.baton.storage.MissingRowException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one transaction sees of itself, and what reaches the tables. */
@Timeout(30)
class TransactionTest {

    private final Engine engine = Bank.builder().open();
    private final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);

    @BeforeEach
    void load() {
        Bank.load(engine, 30, 100);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void transactionReadsItsOwnUpdatesAndOthersSeeThemAfterCommit() {
        assertThat(in(t -> {
            t.update(Bank.ACCOUNT, 3).set(Bank.BALANCE, 7);
            return t.read(Bank.ACCOUNT, 3).get(Bank.BALANCE);
        })).isEqualTo(7L);
        assertThat(in(t -> t.read(Bank.ACCOUNT, 3).get(Bank.BALANCE))).isEqualTo(7L);
    }

    @Test
    void insertedRowIsSeenByItsTransactionAndByScans() {
        assertThat(in(t -> {
            t.insert(Bank.ACCOUNT, 100).set(Bank.BRANCH, 4).set(Bank.NAME, "a");
            return t.exists(Bank.ACCOUNT, 100) + " " + names(t, 4, false);
        })).isEqualTo("true [a, n14, n24, n4]");
        assertThat(in(t -> names(t, 4, true))).isEqualTo(List.of("n4", "n24", "n14", "a"));
    }

    @Test
    void deletedRowIsGoneForItsTransactionAndThenForAll() {
        assertThat(in(t -> {
            t.delete(Bank.ACCOUNT, 14);
            return (t.find(Bank.ACCOUNT, 14) == null) + " " + names(t, 4, false);
        })).isEqualTo("true [n24, n4]");
        assertThat(in(t -> t.exists(Bank.ACCOUNT, 14) + " " + names(t, 4, false))).isEqualTo("false [n24, n4]");
    }

    @Test
    void changedIndexColumnMovesTheRow() {
        assertThat(in(t -> {
            t.update(Bank.ACCOUNT, 14).set(Bank.BRANCH, 5);
            return names(t, 4, false) + " " + names(t, 5, false);
        })).isEqualTo("[n24, n4] [n14, n15, n25, n5]");
        assertThat(in(t -> names(t, 4, false) + " " + names(t, 5, false)))
            .isEqualTo("[n24, n4] [n14, n15, n25, n5]");
    }

    @Test
    void insertAfterDeleteReplacesTheWholeRow() {
        in(t -> {
            t.delete(Bank.ACCOUNT, 14);
            t.insert(Bank.ACCOUNT, 14).set(Bank.BRANCH, 9).set(Bank.NAME, "new");
            return 0;
        });
        assertThat(in(t -> {
            final var row = t.read(Bank.ACCOUNT, 14);
            return row.get(Bank.BALANCE) + " " + row.get(Bank.NAME) + " " + names(t, 4, false) + names(t, 9, false);
        })).isEqualTo("0 new [n24, n4][n19, n29, n9, new]");
    }

    @Test
    void deleteAfterInsertLeavesNothing() {
        in(t -> {
            t.insert(Bank.ACCOUNT, 100).set(Bank.BRANCH, 4);
            t.delete(Bank.ACCOUNT, 100);
            return 0;
        });
        assertThat(in(t -> t.exists(Bank.ACCOUNT, 100) + " " + names(t, 4, false))).isEqualTo("false [n14, n24, n4]");
    }

    @Test
    void insertDeleteInsertInsertsOnce() {
        in(t -> {
            t.insert(Bank.ACCOUNT, 100).set(Bank.BRANCH, 4).set(Bank.NAME, "x");
            t.delete(Bank.ACCOUNT, 100);
            t.insert(Bank.ACCOUNT, 100).set(Bank.BRANCH, 4).set(Bank.NAME, "y");
            return 0;
        });
        assertThat(in(t -> names(t, 4, false))).isEqualTo(List.of("n14", "n24", "n4", "y"));
    }

    @Test
    void duplicateKeyCanBeCaughtAndTheTransactionGoesOn() {
        assertThat(in(t -> {
            try {
                t.insert(Bank.ACCOUNT, 3);
                return "inserted";
            } catch (DuplicateKeyException e) {
                t.update(Bank.ACCOUNT, 3).set(Bank.BALANCE, 55);
                return e.getMessage();
            }
        })).asString().contains("account").contains("id=3");
        assertThat(in(t -> t.read(Bank.ACCOUNT, 3).get(Bank.BALANCE))).isEqualTo(55L);
    }

    @Test
    void missingRowIsNamed() {
        final Outcome<Object> outcome = engine.execute(work, (Bank.Work) t -> t.read(Bank.ACCOUNT, 999));
        assertThat(outcome).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class, aborted -> {
            assertThat(aborted.cause()).isInstanceOf(MissingRowException.class);
            assertThat(aborted.message()).isEqualTo("table account has no row with key (id=999)");
            assertThat(aborted.sqlState()).isEqualTo("02000");
        });
        for (final Bank.Work missing : List.<Bank.Work>of(t -> {
            t.delete(Bank.ACCOUNT, 999);
            return 0;
        }, t -> t.update(Bank.ACCOUNT, 999).set(Bank.BALANCE, 1), t -> {
            t.insert(Bank.ACCOUNT, 998);
            t.delete(Bank.ACCOUNT, 998);
            return t.read(Bank.ACCOUNT, 998);
        })) {
            assertThat(engine.execute(work, missing)).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class,
                aborted -> assertThat(aborted.reason()).isEqualTo(AbortReason.NOT_FOUND));
        }
    }

    @Test
    void proceduresSayThatThereIsNothing() {
        final Outcome<Object> expected =
            new Outcome.AbortedByProcedure<>(AbortReason.NOT_FOUND, "there is no account 999", null);
        assertThat(engine.execute(work, (Bank.Work) t -> {
            t.insert(Bank.ACCOUNT, 998);
            throw t.notFound("there is no account 999");
        })).isEqualTo(expected);
        assertThat(engine.execute(work, (Bank.Work) t -> t.exists(Bank.ACCOUNT, 998))).asString().contains("false");
        assertThat(engine.execute(work, (Bank.Work) t -> {
            try {
                throw t.notFound("there is no account 999");
            } catch (RuntimeException swallowed) {
                return 1;
            }
        })).isEqualTo(expected);
    }

    @Test
    void scanForUpdateChangesAndDeletesWhatItMeets() {
        in(t -> {
            for (int number = 1; number <= 5; number++) {
                t.insert(Bank.BOOKING, Bank.BOOKING.key(7, number)).set(Bank.BOOKING_AMOUNT, number);
            }
            return 0;
        });
        in(t -> {
            final Scan scan = t.scan(index()).equal(7).between(2, 4).forUpdate();
            while (scan.next()) {
                if (scan.row().get(Bank.BOOKING_NUMBER) == 3) {
                    t.delete(Bank.BOOKING, scan.key());
                } else {
                    scan.update().set(Bank.BOOKING_AMOUNT, 100);
                }
            }
            return 0;
        });
        assertThat(in(t -> {
            final List<Long> amounts = new ArrayList<>();
            final Scan scan = t.scan(index()).equal(7).descending();
            while (scan.next()) {
                amounts.add(scan.row().get(Bank.BOOKING_AMOUNT));
            }
            return amounts;
        })).isEqualTo(List.of(5L, 100L, 100L, 1L));
    }

    @Test
    void rowKeptBeyondItsTransactionRefusesToWork() {
        final var kept = new ArrayList<io.baton.storage.Row>();
        in(t -> kept.add(t.read(Bank.ACCOUNT, 3)));
        org.assertj.core.api.Assertions.assertThatIllegalStateException()
            .isThrownBy(() -> kept.getFirst().get(Bank.BALANCE));
    }

    @Test
    void fullTableWritesNothingAtAll() {
        try (Engine small = Engine.builder().table(Bank.ACCOUNT, 1).table(Bank.BOOKING, 1).assertions(true).open()) {
            final Procedure<Object> fill = small.register(new Bank.Do(), Object.class);
            long batch = 0;
            Outcome<Object> outcome;
            do {
                final long from = batch++;
                outcome = small.execute(fill, (Bank.Work) t -> {
                    for (long i = 0; i < 4_000; i++) {
                        t.insert(Bank.BOOKING, Bank.BOOKING.key(from, i));
                    }
                    t.insert(Bank.ACCOUNT, from);
                    return 0;
                });
            } while (outcome instanceof Outcome.Committed && batch < 10_000);
            assertThat(outcome.toString()).contains("booking").contains("full");
            final long last = batch - 1;
            assertThat(small.call(fill, (Bank.Work) t -> t.exists(Bank.ACCOUNT, last)
                || t.scan(index()).equal(last).next())).isEqualTo(false);
        }
    }

    private static io.baton.storage.IndexSchema index() {
        return java.util.Objects.requireNonNull(Bank.BOOKING.primaryIndex());
    }

    private static List<String> names(Transaction transaction, long branch, boolean descending) {
        final Scan scan = transaction.scan(Bank.BY_BRANCH).equal(branch);
        if (descending) {
            scan.descending();
        }
        final List<String> names = new ArrayList<>();
        while (scan.next()) {
            names.add(scan.row().get(Bank.NAME));
        }
        return names;
    }

    private Object in(Bank.Work body) {
        return engine.call(work, body);
    }
}
