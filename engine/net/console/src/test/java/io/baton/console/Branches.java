package io.baton.console;

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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Branches of a bank, and procedures for all kinds of forms. */
public final class Branches implements ProcedureBundle {

    static final int BRANCHES = 100;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("branch");
    private static final LongColumn ID = SCHEMA.int64("id");
    private static final LongColumn TOTAL = SCHEMA.decimal("total", 2);
    static final TableSchema BRANCH = SCHEMA.primaryKey(ID.bits(20)).build();

    private static final TableSchema.Builder NOTES = TableSchema.named("note");
    private static final LongColumn NUMBER = NOTES.int64("number");
    /** Declared first, so that a lock's name could be taken for one of it. */
    private static final TableSchema NOTE = NOTES.primaryKey(NUMBER.bits(40)).build();

    private final CountDownLatch released = new CountDownLatch(1);

    /** For the service loader. */
    public Branches() {
    }

    /** Lets calls of Hold end. */
    void release() {
        released.countDown();
    }

    @Override
    public String name() {
        return "branches";
    }

    @Override
    public void addTables(EngineBuilder builder) {
        builder.table(NOTE, 1).table(BRANCH, BRANCHES);
    }

    @Override
    public void register(Engine engine) {
        engine.register(new Deposit(), Long.class);
        engine.register(new Listing(), List.class);
        engine.register(new Echo(), Object.class);
        engine.register(new Hold(released), Long.class);
        engine.register(new Sum(), BigDecimal.class);
        engine.register(new Take(), Long.class);
    }

    @Override
    public void load(Engine engine) {
        try (Loader loader = engine.loader()) {
            for (long id = 0; id < BRANCHES; id++) {
                loader.insert(loader.row(BRANCH, BRANCH.key(id)).set(TOTAL, id * 100));
            }
        }
    }

    /** A row of Listing. */
    public record Branch(long id, BigDecimal total, Instant seen, @Nullable String note) {
    }

    /** Adds money, or gives up. */
    public static final class Deposit {
        public long run(Transaction transaction, long id, long cents) {
            if (cents < 0) {
                throw transaction.abort("<b>no</b> debts at branch " + id);
            }
            final Row row = transaction.update(BRANCH, BRANCH.key(id));
            row.set(TOTAL, row.get(TOTAL) + cents);
            return row.get(TOTAL);
        }
    }

    /** Some rows. */
    public static final class Listing {
        public List<Branch> run(Transaction transaction, int first, Integer rows, String note) {
            final List<Branch> branches = new ArrayList<>();
            for (int i = 0; i < (rows == null ? 5 : rows); i++) {
                final long id = ((long) first + i) % BRANCHES;
                branches.add(new Branch(id, transaction.read(BRANCH, BRANCH.key(id)).decimal(TOTAL),
                    Instant.ofEpochSecond(1_700_000_000 + id), note));
            }
            return branches;
        }
    }

    /** Gives back what it gets. */
    public static final class Echo {
        public Object run(Transaction transaction, boolean bool, Long number, BigDecimal decimal, byte[] bytes,
                List<Long> list, Branch branch) {
            return branch == null ? List.of(bool, number, decimal, bytes, list) : branch;
        }
    }

    /** Keeps a branch's lock until it is released, or for a time. */
    public static final class Hold {
        private final CountDownLatch released;

        Hold(CountDownLatch released) {
            this.released = released;
        }

        public long run(Transaction transaction, long id, long millis) throws InterruptedException {
            transaction.update(BRANCH, BRANCH.key(id));
            final long end = System.nanoTime() + millis * 1_000_000;
            while (released.getCount() > 0 && System.nanoTime() - end < 0) {
                Thread.sleep(1);
            }
            return id;
        }
    }

    /** All money. */
    public static final class Sum {
        public BigDecimal run(Transaction transaction) {
            BigDecimal sum = BigDecimal.ZERO;
            for (long id = 0; id < BRANCHES; id++) {
                sum = sum.add(transaction.read(BRANCH, BRANCH.key(id)).decimal(TOTAL));
            }
            return sum;
        }
    }

    /** What does not cross the wire. */
    public static final class Take {
        public long run(Transaction transaction, Runnable task) {
            return 0;
        }
    }
}
