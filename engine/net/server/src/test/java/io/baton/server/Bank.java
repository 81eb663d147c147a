package io.baton.server;

import io.baton.bundle.ProcedureBundle;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Loader;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Accounts, and procedures of every kind. */
public final class Bank implements ProcedureBundle {

    static final int ACCOUNTS = 100;
    static final long CENTS = 1_000_00;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("account");
    private static final LongColumn ID = SCHEMA.int64("id");
    static final LongColumn BALANCE = SCHEMA.decimal("balance", 2);
    static final TableSchema ACCOUNT = SCHEMA.primaryKey(ID.bits(40)).build();

    /** Calls of Hold that have begun. */
    final AtomicInteger holding = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);

    /** For the service loader. */
    public Bank() {
    }

    /** Lets all calls of Hold go on. */
    void release() {
        released.countDown();
    }

    @Override
    public String name() {
        return "bank";
    }

    @Override
    public void addTables(EngineBuilder builder) {
        builder.table(ACCOUNT, ACCOUNTS);
    }

    @Override
    public void register(Engine engine) {
        engine.register(new Transfer(), Long.class);
        engine.register(new Add(), Long.class);
        engine.register(new Total(), Long.class);
        engine.register(new Accounts(), List.class);
        engine.register(new Everything(), Kinds.class);
        engine.register(new Nothing(), Void.class);
        engine.register(new Fail(), Long.class);
        engine.register(new Any(), Object.class);
        engine.register(new Take(), Long.class);
        engine.register(new Wide(), String.class);
        engine.register(new Odd(), List.class);
        engine.register("Hold", new Hold(holding, released), Long.class);
    }

    @Override
    public void load(Engine engine) {
        try (Loader loader = engine.loader()) {
            for (long id = 0; id < ACCOUNTS; id++) {
                loader.insert(loader.row(ACCOUNT, ACCOUNT.key(id)).set(BALANCE, CENTS));
            }
        }
    }

    /** A row of Accounts. */
    public record Account(long id, BigDecimal balance) {
    }

    /** One of each kind. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Kinds(boolean bool, byte tiny, short small, int medium, long large, float single, double dual,
            char letter, @Nullable Boolean maybe, @Nullable Long number, @Nullable String text,
            @Nullable BigDecimal decimal, byte @Nullable [] bytes, @Nullable UUID uuid, @Nullable Instant moment,
            @Nullable LocalDate day, @Nullable List<Account> accounts, @Nullable Account account) {
    }

    /** Moves money. */
    public static final class Transfer {
        public long run(Transaction transaction, long from, long to, long cents) {
            final Row source = transaction.update(ACCOUNT, ACCOUNT.key(from));
            final long left = source.get(BALANCE) - cents;
            if (left < 0) {
                throw transaction.abort("account " + from + " holds only " + source.get(BALANCE) + " cents");
            }
            source.set(BALANCE, left);
            final Row target = transaction.update(ACCOUNT, ACCOUNT.key(to));
            target.set(BALANCE, target.get(BALANCE) + cents);
            return left;
        }
    }

    /** Adds money, so that every call that has run is seen. */
    public static final class Add {
        public long run(Transaction transaction, long to, long cents) {
            final Row target = transaction.update(ACCOUNT, ACCOUNT.key(to));
            target.set(BALANCE, target.get(BALANCE) + cents);
            return target.get(BALANCE);
        }
    }

    /** All money. */
    public static final class Total {
        public long run(Transaction transaction) {
            long cents = 0;
            for (long id = 0; id < ACCOUNTS; id++) {
                cents += transaction.read(ACCOUNT, ACCOUNT.key(id)).get(BALANCE);
            }
            return cents;
        }
    }

    /** Rows, again and again if there are not so many. */
    public static final class Accounts {
        public List<Account> run(Transaction transaction, int rows) {
            final List<Account> accounts = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                final long id = i % ACCOUNTS;
                accounts.add(new Account(id, transaction.read(ACCOUNT, ACCOUNT.key(id)).decimal(BALANCE)));
            }
            return accounts;
        }
    }

    /** Gives back what it is given. */
    public static final class Everything {
        public Kinds run(Transaction transaction, boolean bool, byte tiny, short small, int medium, long large,
                float single, double dual, char letter, Boolean maybe, Long number, String text, BigDecimal decimal,
                byte[] bytes, UUID uuid, Instant moment, LocalDate day, List<Account> accounts, Account account) {
            return new Kinds(bool, tiny, small, medium, large, single, dual, letter, maybe, number, text, decimal,
                bytes, uuid, moment, day, accounts, account);
        }
    }

    /** Has no result. */
    public static final class Nothing {
        public void run(Transaction transaction) {
            transaction.id();
        }
    }

    /** Fails as it is told. */
    public static final class Fail {
        public long run(Transaction transaction, String how) {
            return switch (how) {
                case "throw" -> throw new IllegalStateException("broken");
                case "duplicate" -> transaction.insert(ACCOUNT, ACCOUNT.key(1)).get(BALANCE);
                case "overflow" -> run(transaction, how);
                case "missing" -> transaction.read(ACCOUNT, ACCOUNT.key(9_999_999)).get(BALANCE);
                case "nobody" -> throw transaction.notFound("there is no account of nobody");
                default -> throw transaction.abort(how);
            };
        }
    }

    /** Any argument, any result. */
    public static final class Any {
        public Object run(Transaction transaction, Object value) {
            return "object".equals(value) ? new Object() : value;
        }
    }

    /** What does not cross the wire. */
    public static final class Take {
        public long run(Transaction transaction, Runnable task) {
            task.run();
            return 0;
        }
    }

    /** A text of so many characters. */
    public static final class Wide {
        public String run(Transaction transaction, int characters) {
            return "x".repeat(characters);
        }
    }

    /** Rows of which one cannot be read, by an error. */
    public static final class Odd {
        public List<Long> run(Transaction transaction, long cents, int rows) {
            final Row account = transaction.update(ACCOUNT, ACCOUNT.key(1));
            account.set(BALANCE, account.get(BALANCE) + cents);
            return new AbstractList<>() {
                @Override
                public Long get(int index) {
                    if (index == rows) {
                        throw new OutOfMemoryError("planned");
                    }
                    return (long) index;
                }

                @Override
                public int size() {
                    return rows + 1;
                }
            };
        }
    }

    /** Holds an account until it is released, or for as many milliseconds; then reads on, so that a cancel is seen. */
    public static final class Hold {
        private final AtomicInteger holding;
        private final CountDownLatch released;

        Hold(AtomicInteger holding, CountDownLatch released) {
            this.holding = holding;
            this.released = released;
        }

        public long run(Transaction transaction, long id, long millis) throws InterruptedException {
            final Row row = transaction.update(ACCOUNT, ACCOUNT.key(id));
            row.set(BALANCE, row.get(BALANCE) + 1);
            holding.incrementAndGet();
            try {
                final long end = System.nanoTime() + millis * 1_000_000;
                while (released.getCount() > 0 && System.nanoTime() - end < 0) {
                    Thread.sleep(1);
                    // The 128th access looks whether the call is cancelled.
                    for (int i = 0; i < 200; i++) {
                        transaction.read(ACCOUNT, ACCOUNT.key(id));
                    }
                }
                return row.get(BALANCE);
            } finally {
                holding.decrementAndGet();
            }
        }
    }
}
