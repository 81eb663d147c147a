package io.baton.engine;

import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import org.jspecify.annotations.Nullable;

/**
 * Tables and procedures that the engine's tests share: accounts, their bookings, and a read-only table of
 * currencies.
 */
public final class Bank {

    private static final TableSchema.Builder ACCOUNT_BUILDER = TableSchema.named("account");
    public static final LongColumn ID = ACCOUNT_BUILDER.int64("id");
    public static final LongColumn BRANCH = ACCOUNT_BUILDER.int32("branch");
    public static final LongColumn BALANCE = ACCOUNT_BUILDER.decimal("balance", 2);
    public static final StringColumn NAME = ACCOUNT_BUILDER.string("name", 16);
    public static final IndexSchema BY_BRANCH =
        ACCOUNT_BUILDER.primaryKey(ID.bits(40)).index("by_branch", 1, BRANCH.bits(16), NAME.part());
    public static final TableSchema ACCOUNT = ACCOUNT_BUILDER.build();

    private static final TableSchema.Builder BOOKING_BUILDER = TableSchema.named("booking");
    public static final LongColumn BOOKING_ACCOUNT = BOOKING_BUILDER.int64("account");
    public static final LongColumn BOOKING_NUMBER = BOOKING_BUILDER.int32("number");
    public static final LongColumn BOOKING_AMOUNT = BOOKING_BUILDER.decimal("amount", 2);
    public static final TableSchema BOOKING = BOOKING_BUILDER
        .primaryKey(BOOKING_ACCOUNT.bits(40), BOOKING_NUMBER.bits(24)).ordered(1).lockColumns(1).build();

    private static final TableSchema.Builder CURRENCY_BUILDER = TableSchema.named("currency");
    public static final LongColumn CURRENCY_ID = CURRENCY_BUILDER.int16("id");
    public static final LongColumn RATE = CURRENCY_BUILDER.decimal("rate", 4);
    public static final TableSchema CURRENCY = CURRENCY_BUILDER.primaryKey(CURRENCY_ID.bits(8)).readOnly().build();

    private Bank() {
    }

    static EngineBuilder builder() {
        return Engine.builder().table(ACCOUNT, 1000).table(BOOKING, 1000).table(CURRENCY, 10).assertions(true);
    }

    static void load(Engine engine, int accounts, long balance) {
        try (Loader loader = engine.loader()) {
            for (int id = 0; id < accounts; id++) {
                final Row row = loader.row(ACCOUNT, ACCOUNT.key(id));
                row.set(BRANCH, id % 10).set(BALANCE, balance).set(NAME, "n" + id);
                loader.insert(row);
            }
            final Row euro = loader.row(CURRENCY, CURRENCY.key(1));
            euro.set(RATE, 10_000);
            loader.insert(euro);
        }
    }

    /** Moves money between two accounts, in the order in which they are given. */
    public static final class Transfer {
        public long run(Transaction transaction, long from, long to, long amount) {
            final Row source = transaction.update(ACCOUNT, ACCOUNT.key(from));
            if (source.get(BALANCE) < amount) {
                throw transaction.abort("account " + from + " holds only " + source.get(BALANCE));
            }
            final Row target = transaction.update(ACCOUNT, ACCOUNT.key(to));
            source.set(BALANCE, source.get(BALANCE) - amount);
            target.set(BALANCE, target.get(BALANCE) + amount);
            return source.get(BALANCE);
        }
    }

    /** The same with a plan. */
    public static final class PlannedTransfer {
        private final Transfer transfer = new Transfer();

        public void plan(LockPlan plan, long from, long to, long amount) {
            plan.write(ACCOUNT, ACCOUNT.key(from)).write(ACCOUNT, ACCOUNT.key(to));
        }

        public long run(Transaction transaction, long from, long to, long amount) {
            return transfer.run(transaction, from, to, amount);
        }
    }

    /** Sums all balances through the index of branches. */
    public static final class Total {
        public long run(Transaction transaction) {
            long sum = 0;
            for (int branch = 0; branch < 10; branch++) {
                final Scan scan = transaction.scan(BY_BRANCH).equal(branch);
                while (scan.next()) {
                    sum += scan.row().get(BALANCE);
                }
            }
            return sum;
        }
    }

    /** Reads one balance. */
    public static final class Balance {
        public long run(Transaction transaction, long id) {
            return transaction.read(ACCOUNT, ACCOUNT.key(id)).get(BALANCE);
        }
    }

    /** What a test wants done in a transaction. */
    @FunctionalInterface
    public interface Work {
        @Nullable
        Object in(Transaction transaction) throws Exception;
    }

    /** Does whatever a test hands in. */
    public static final class Do {
        public @Nullable Object run(Transaction transaction, Work work) throws Exception {
            return work.in(transaction);
        }
    }
}
