package io.baton.engine;

import static io.baton.engine.Bank.ACCOUNT;
import static io.baton.engine.Bank.BALANCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.transaction.Workspace;
import io.baton.engine.transaction.Write;
import io.baton.engine.transaction.WriteSet;
import io.baton.storage.TableSchema;
import io.baton.storage.TransactionTooLargeException;
import io.baton.storage.ValueOutOfRangeException;
import io.baton.storage.column.LongColumn;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A write whose image cannot be made has not been made, even if the procedure catches the exception and goes on. */
@Timeout(60)
class FailedImageTest {

    /** More than fit into the memory that one transaction's images may take. */
    private static final int LARGE_ROWS = 20_000;

    private static Workspace workspace(Transaction t) {
        return ((TransactionHandle) t).participant().workspace;
    }

    @Test
    void withoutMemoryForImagesRowsStayWhatTheyWereInTheTransaction() {
        try (Engine engine = Bank.builder().open()) {
            Bank.load(engine, 10, 100);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            final Outcome<Object> outcome = engine.execute(work, (Bank.Work) t -> {
                final WriteSet writes = workspace(t).writes();
                t.delete(ACCOUNT, 1);
                writes.close();
                assertThatIllegalStateException().isThrownBy(() -> t.insert(ACCOUNT, 1));
                assertThatIllegalStateException().isThrownBy(() -> t.update(ACCOUNT, 2));
                assertThatIllegalStateException().isThrownBy(() -> t.insert(ACCOUNT, 50));
                assertThat(writes.size()).isOne();
                assertThat(writes.get(0).kind).isEqualTo(Write.Kind.DELETE);
                assertThat(t.exists(ACCOUNT, 1)).isFalse();
                assertThat(t.exists(ACCOUNT, 2)).isTrue();
                assertThat(t.exists(ACCOUNT, 50)).isFalse();
                return 0;
            });
            assertThat(outcome).isInstanceOf(Outcome.Committed.class);
            assertThat(engine.call(work, (Bank.Work) t -> t.exists(ACCOUNT, 1) + " "
                + t.read(ACCOUNT, 2).get(BALANCE) + " " + t.exists(ACCOUNT, 50))).isEqualTo("false 100 false");
        }
    }

    @Test
    void rowWhoseKeyDoesNotFitItsColumnIsNotThere() {
        final TableSchema.Builder builder = TableSchema.named("narrow");
        final LongColumn id = builder.int32("id");
        final LongColumn value = builder.int64("value");
        final TableSchema narrow = builder.primaryKey(id.bits(32)).build();
        final long tooLarge = 1L << 31;
        try (Engine engine = Engine.builder().table(narrow, 10).assertions(true).open()) {
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            assertThat(engine.call(work, (Bank.Work) t -> {
                assertThatExceptionOfType(ValueOutOfRangeException.class)
                    .isThrownBy(() -> t.insert(narrow, tooLarge));
                t.insert(narrow, 1).set(value, 5);
                return t.exists(narrow, tooLarge);
            })).isEqualTo(false);
            assertThat(engine.call(work, (Bank.Work) t -> t.read(narrow, 1).get(value) + " "
                + t.exists(narrow, tooLarge))).isEqualTo("5 false");
        }
    }

    @Test
    @Tag("slow")
    void rowThatWasDeletedDoesNotComeBackWhenTheImagesReachTheirLimit() {
        final TableSchema.Builder builder = TableSchema.named("large");
        final LongColumn id = builder.int64("id");
        builder.bytes("content", 0xFFFF);
        final TableSchema large = builder.primaryKey(id.bits(32)).build();
        try (Engine engine = Bank.builder().table(large, 100).callTimeout(Duration.ofSeconds(50)).open()) {
            Bank.load(engine, 10, 100);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            engine.call(work, (Bank.Work) t -> {
                t.update(ACCOUNT, 1).set(BALANCE, 7);
                t.delete(ACCOUNT, 1);
                int rows = 0;
                while (rows < LARGE_ROWS && inserts(t, large, rows)) {
                    rows++;
                }
                assertThat(rows).isBetween(1, LARGE_ROWS - 1);
                int accounts = 0;
                while (inserts(t, ACCOUNT, 100 + accounts)) {
                    accounts++;
                }
                assertThat(inserts(t, ACCOUNT, 1)).isFalse();
                assertThat(t.exists(large, t.probe(large).set(id, rows))).as("naming a row writes none").isFalse();
                for (int row = 0; row < rows; row++) {
                    t.delete(large, row);
                }
                for (int account = 0; account < accounts; account++) {
                    t.delete(ACCOUNT, 100 + account);
                }
                return 0;
            });
            assertThat(engine.call(work, (Bank.Work) t -> t.exists(ACCOUNT, 1))).isEqualTo(false);
            assertThat(engine.rows(ACCOUNT)).isEqualTo(9);
            assertThat(engine.rows(large)).isZero();
        }
    }

    private static boolean inserts(Transaction t, TableSchema table, long key) {
        try {
            t.insert(table, key);
            return true;
        } catch (TransactionTooLargeException e) {
            assertThat(e).hasMessageContaining("row images");
            return false;
        }
    }
}
