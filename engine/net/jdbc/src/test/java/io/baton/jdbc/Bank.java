package io.baton.jdbc;

import io.baton.bundle.ProcedureBundle;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Loader;
import io.baton.engine.LockPlan;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.ReadOnly;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Accounts, a journal of them, a table with every type, and procedures of every shape. */
public final class Bank implements ProcedureBundle {

    static final int ACCOUNTS = 50;
    static final long CENTS = 1_000_00;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("account");
    private static final LongColumn ID = SCHEMA.int64("id");
    private static final LongColumn BALANCE = SCHEMA.decimal("balance", 2);
    private static final StringColumn OWNER = SCHEMA.nullable().string("owner", 20);
    static final IndexSchema BY_OWNER;
    static final TableSchema ACCOUNT;

    private static final TableSchema.Builder JOURNAL_SCHEMA = TableSchema.named("journal");
    private static final LongColumn JOURNAL_ACCOUNT = JOURNAL_SCHEMA.int64("account");
    private static final LongColumn NUMBER = JOURNAL_SCHEMA.int32("number");
    private static final StringColumn TEXT = JOURNAL_SCHEMA.string("text", 40);
    static final TableSchema JOURNAL =
        JOURNAL_SCHEMA.primaryKey(JOURNAL_ACCOUNT.bits(40), NUMBER.bits(20)).ordered(1).build();

    private static final TableSchema.Builder KINDS_SCHEMA = TableSchema.named("kinds");
    private static final StringColumn NAME = KINDS_SCHEMA.string("name", 10);
    private static final BooleanColumn BOOL = KINDS_SCHEMA.nullable().bool("bool");
    private static final LongColumn TINY = KINDS_SCHEMA.nullable().int8("tiny");
    private static final LongColumn SMALL = KINDS_SCHEMA.nullable().int16("small");
    private static final LongColumn WHOLE = KINDS_SCHEMA.nullable().int32("whole");
    private static final DoubleColumn FLOATING = KINDS_SCHEMA.nullable().float64("floating");
    private static final DecimalColumn WIDE = KINDS_SCHEMA.nullable().decimal("wide", 30, 5);
    private static final BytesColumn BYTES = KINDS_SCHEMA.nullable().bytes("bytes", 16);
    private static final DateColumn DAY = KINDS_SCHEMA.nullable().date("day");
    private static final TimestampColumn MOMENT = KINDS_SCHEMA.nullable().timestamp("moment");
    private static final UuidColumn UUID_COLUMN = KINDS_SCHEMA.nullable().uuid("uuid");
    static final TableSchema KINDS = KINDS_SCHEMA.primaryKey(NAME.part()).ordered(0).build();

    static {
        SCHEMA.primaryKey(ID.bits(40));
        BY_OWNER = SCHEMA.index("by_owner", 1, OWNER.part());
        ACCOUNT = SCHEMA.build();
    }

    /** Calls of Hold that have begun and not ended. */
    final AtomicInteger holding = new AtomicInteger();

    /** What happens while the sixth row of Keep's result is sent. */
    final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

    /** For the service loader. */
    public Bank() {
    }

    @Override
    public String name() {
        return "bank";
    }

    @Override
    public void addTables(EngineBuilder builder) {
        builder.table(ACCOUNT, ACCOUNTS).table(JOURNAL, 1_000).table(KINDS, 10);
    }

    @Override
    public void register(Engine engine) {
        engine.register(new Transfer(), Long.class);
        engine.register(new Balance(), BigDecimal.class);
        engine.register(new Deposit(), Moved.class);
        engine.register(new Statement(), List.class);
        engine.register(new Owners(), List.class);
        engine.register(new Write(), Void.class);
        engine.register(new Echo(), Kinds.class);
        engine.register(new Fail(), Long.class);
        engine.register(new Increment(), Counter.class);
        engine.register(new Any(), Object.class);
        engine.register("Hold", new Hold(holding), Long.class);
        engine.register(new NotCallable(), Long.class);
        engine.register(new Liar(), Long.class);
        engine.register("Keep", new Keep(meanwhile), Object.class);
    }

    @Override
    public void load(Engine engine) {
        try (Loader loader = engine.loader()) {
            for (long id = 0; id < ACCOUNTS; id++) {
                loader.insert(loader.row(ACCOUNT, ACCOUNT.key(id)).set(BALANCE, CENTS).set(OWNER, "owner" + id % 5));
            }
        }
    }

    /** What Deposit returns. */
    public record Moved(BigDecimal before, BigDecimal after, @Nullable String owner) {
    }

    /** A row of Statement. */
    public record Line(long account, BigDecimal balance, @Nullable String owner) {
    }

    /** A parameter that comes out changed. */
    public record Counter(long counter, @Nullable String note) {
    }

    /** One of each kind. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Kinds(@Nullable Boolean bool, @Nullable Integer medium, @Nullable Long large, @Nullable Double dual,
            @Nullable BigDecimal decimal, @Nullable String text, byte @Nullable [] bytes, @Nullable UUID uuid,
            @Nullable Instant moment, @Nullable LocalDate day, @Nullable List<Long> list) {
    }

    /** Moves money. */
    public static final class Transfer {
        public void plan(LockPlan plan, long from, long to, long cents) {
            plan.write(ACCOUNT, ACCOUNT.key(from)).write(ACCOUNT, ACCOUNT.key(to));
        }

        public long run(Transaction transaction, long from, long to, long cents) {
            final Row source = transaction.update(ACCOUNT, ACCOUNT.key(from));
            final Row target = transaction.update(ACCOUNT, ACCOUNT.key(to));
            if (source.get(BALANCE) < cents) {
                throw transaction.abort("account " + from + " holds too little");
            }
            source.set(BALANCE, source.get(BALANCE) - cents);
            target.set(BALANCE, target.get(BALANCE) + cents);
            return source.get(BALANCE);
        }
    }

    /** A function. */
    @ReadOnly
    public static final class Balance {
        public BigDecimal run(Transaction transaction, long account) {
            return transaction.read(ACCOUNT, ACCOUNT.key(account)).decimal(BALANCE);
        }
    }

    /** Results by name. */
    public static final class Deposit {
        public Moved run(Transaction transaction, long account, BigDecimal amount) {
            final Row row = transaction.update(ACCOUNT, ACCOUNT.key(account));
            final BigDecimal before = row.decimal(BALANCE);
            row.set(BALANCE, before.add(amount));
            return new Moved(before, row.decimal(BALANCE), row.isNull(OWNER) ? null : row.get(OWNER));
        }
    }

    /** Rows. */
    public static final class Statement {
        public List<Line> run(Transaction transaction, long from, int count) {
            final List<Line> lines = new ArrayList<>();
            for (long id = from; id < from + count; id++) {
                final Row row = transaction.read(ACCOUNT, ACCOUNT.key(id % ACCOUNTS));
                lines.add(new Line(id % ACCOUNTS, row.decimal(BALANCE), row.isNull(OWNER) ? null : row.get(OWNER)));
            }
            return lines;
        }
    }

    /** Rows of one value. */
    public static final class Owners {
        public List<String> run(Transaction transaction, long from, int count) {
            final List<String> owners = new ArrayList<>();
            for (long id = from; id < from + count; id++) {
                owners.add(transaction.read(ACCOUNT, ACCOUNT.key(id)).get(OWNER));
            }
            return owners;
        }
    }

    /** Returns nothing. */
    public static final class Write {
        public void run(Transaction transaction, long account, int number, String text) {
            transaction.insert(JOURNAL, JOURNAL.key(account, number)).set(TEXT, text);
        }
    }

    /** Gives back what it is given. */
    public static final class Echo {
        public Kinds run(Transaction transaction, Boolean aBool, Integer aMedium, Long aLarge, Double aDual,
                BigDecimal aDecimal, String aText, byte[] aBytes, UUID aUuid, Instant aMoment, LocalDate aDay,
                List<Long> aList) {
            return new Kinds(aBool, aMedium, aLarge, aDual, aDecimal, aText, aBytes, aUuid, aMoment, aDay, aList);
        }
    }

    /** Comes in and out. */
    public static final class Increment {
        public Counter run(Transaction transaction, long counter, long by) {
            return new Counter(counter + by, by == 0 ? null : "by " + by);
        }
    }

    /** Anything. */
    public static final class Any {
        public @Nullable Object run(Transaction transaction, @Nullable Object value) {
            return value;
        }
    }

    /** Fails as it is told. */
    public static final class Fail {
        public long run(Transaction transaction, String how) {
            return switch (how) {
                case "throw" -> throw new IllegalStateException("broken");
                case "duplicate" -> transaction.insert(ACCOUNT, ACCOUNT.key(1)).get(BALANCE);
                case "missing" -> transaction.read(ACCOUNT, ACCOUNT.key(ACCOUNTS + 1)).get(BALANCE);
                default -> throw transaction.abort(how);
            };
        }
    }

    /** Holds an account for so many milliseconds; reads on meanwhile, so that a cancel is seen. */
    public static final class Hold {
        private final AtomicInteger holding;

        Hold(AtomicInteger holding) {
            this.holding = holding;
        }

        public long run(Transaction transaction, long id, long millis) throws InterruptedException {
            final Row row = transaction.update(ACCOUNT, ACCOUNT.key(id));
            row.set(BALANCE, row.get(BALANCE) + 1);
            holding.incrementAndGet();
            try {
                final long end = System.nanoTime() + millis * 1_000_000;
                while (System.nanoTime() - end < 0) {
                    Thread.sleep(1);
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

    /** Promises to read only, and writes. */
    @ReadOnly
    public static final class Liar {
        public long run(Transaction transaction, long id) {
            return transaction.update(ACCOUNT, ACCOUNT.key(id)).get(BALANCE);
        }
    }

    /** Adds a cent, and returns what does not arrive. */
    public static final class Keep {

        private final AtomicReference<Runnable> meanwhile;

        Keep(AtomicReference<Runnable> meanwhile) {
            this.meanwhile = meanwhile;
        }

        public Object run(Transaction transaction, long id, String what) {
            final Row row = transaction.update(ACCOUNT, ACCOUNT.key(id));
            row.set(BALANCE, row.get(BALANCE) + 1);
            return switch (what) {
                case "wide" -> "x".repeat(2 << 20);
                case "strange" -> new Object();
                default -> new Rows(Objects.requireNonNull(meanwhile.get()));
            };
        }
    }

    /** Many rows, which are made when they are sent. */
    private static final class Rows extends AbstractList<Long> {

        private final Runnable meanwhile;

        Rows(Runnable meanwhile) {
            this.meanwhile = meanwhile;
        }

        @Override
        public Long get(int row) {
            if (row == 5) {
                meanwhile.run();
            }
            return (long) row;
        }

        @Override
        public int size() {
            return 1_000_000;
        }
    }

    /** Takes what does not cross the wire. */
    public static final class NotCallable {
        public long run(Transaction transaction, Runnable task) {
            task.run();
            return 0;
        }
    }

    /** One row with a value in every column, and one with NULL in every column that has it. */
    static void fillKinds(Engine engine) {
        final var full = engine.register("FillKinds", new FillKinds(), Void.class);
        engine.call(full);
        engine.unregister(full);
    }

    /** Fills the table of kinds. */
    public static final class FillKinds {
        public void run(Transaction transaction) {
            final Row probe = transaction.probe(KINDS).set(NAME, "full");
            transaction.insert(KINDS, probe).set(BOOL, true).set(TINY, 1).set(SMALL, 2).set(WHOLE, 3)
                .set(FLOATING, 4.5).set(WIDE, new BigDecimal("6.25")).set(BYTES, new byte[] {7})
                .set(DAY, LocalDate.of(2026, 11, 23)).set(MOMENT, Instant.parse("2026-11-23T10:15:30.000001Z"))
                .set(UUID_COLUMN, new UUID(1, 2));
            transaction.insert(KINDS, transaction.probe(KINDS).set(NAME, "null"));
        }
    }

    /** All rows of the accounts. */
    static long total(Engine engine) {
        final long[] sum = {0};
        io.baton.engine.TableReader.forEachRow(engine, ACCOUNT, row -> sum[0] += row.get(BALANCE));
        return sum[0];
    }

    /** How many rows the journal of an account has. */
    static int journal(Engine engine, long account) {
        final var count = engine.register("CountJournal", new CountJournal(), Integer.class);
        try {
            return engine.call(count, account);
        } finally {
            engine.unregister(count);
        }
    }

    /** Counts rows. */
    public static final class CountJournal {
        public int run(Transaction transaction, long account) {
            final Scan scan = transaction.scan(Objects.requireNonNull(JOURNAL.primaryIndex())).equal(account);
            int rows = 0;
            while (scan.next()) {
                rows++;
            }
            return rows;
        }
    }
}
