package io.baton.engine.durable;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.nio.file.Path;

/** Accounts with names, and procedures that change them: what the tests of durable engines work on. */
public final class Ledger {

    static final TableSchema.Builder BUILDER = TableSchema.named("accounts");
    static final LongColumn ID = BUILDER.int64("id");
    static final LongColumn BALANCE = BUILDER.int64("balance");
    static final StringColumn OWNER = BUILDER.nullable().string("owner", 40);
    static final IndexSchema BY_OWNER;
    public static final TableSchema ACCOUNTS;

    static {
        BUILDER.primaryKey(ID.bits(40));
        BY_OWNER = BUILDER.index("by_owner", 1, OWNER.part());
        ACCOUNTS = BUILDER.build();
    }

    public final Engine engine;
    public final Procedure<Long> put;
    public final Procedure<Long> transfer;
    public final Procedure<Long> remove;
    public final Procedure<Long> balance;

    /** Registers the procedures. */
    public Ledger(Engine engine) {
        this.engine = engine;
        this.put = engine.register(new Put(), Long.class);
        this.transfer = engine.register(new Transfer(), Long.class);
        this.remove = engine.register(new Remove(), Long.class);
        this.balance = engine.register(new Balance(), Long.class);
    }

    /** Begins an engine with a data directory; a new segment of its log is written in no time. */
    public static EngineBuilder builder(Path directory, Durability durability) {
        return Engine.builder().table(ACCOUNTS, 10_000)
            .data(new DataDirectory(directory).durability(durability).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN));
    }

    static Ledger open(Path directory, Durability durability) {
        return new Ledger(builder(directory, durability).open());
    }

    /** The balance of an account, or -1 if there is none. */
    long balance(long id) {
        return engine.call(balance, id);
    }

    /** Adds an account. */
    public static final class Put {
        /** Adds an account, or changes its balance. */
        public Long run(Transaction transaction, long id, long amount, String owner) {
            Row row = transaction.find(ACCOUNTS, id);
            row = row == null ? transaction.insert(ACCOUNTS, id) : transaction.update(ACCOUNTS, id);
            row.set(BALANCE, amount).set(OWNER, owner);
            return amount;
        }
    }

    /** Moves money. */
    public static final class Transfer {
        /** Moves an amount from one account to another. */
        public Long run(Transaction transaction, long from, long to, long amount) {
            final Row source = transaction.update(ACCOUNTS, from);
            final Row target = transaction.update(ACCOUNTS, to);
            source.set(BALANCE, source.get(BALANCE) - amount);
            target.set(BALANCE, target.get(BALANCE) + amount);
            return source.get(BALANCE);
        }
    }

    /** Removes an account. */
    public static final class Remove {
        /** Removes an account; returns what it had. */
        public Long run(Transaction transaction, long id) {
            final long had = transaction.read(ACCOUNTS, id).get(BALANCE);
            transaction.delete(ACCOUNTS, id);
            return had;
        }
    }

    /** Reads a balance. */
    public static final class Balance {
        /** Returns the balance, or -1. */
        public Long run(Transaction transaction, long id) {
            final Row row = transaction.find(ACCOUNTS, id);
            return row == null ? -1 : row.get(BALANCE);
        }
    }
}
