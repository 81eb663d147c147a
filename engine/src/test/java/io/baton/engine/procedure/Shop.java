package io.baton.engine.procedure;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.LockPlan;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.Objects;
import java.util.function.Consumer;

/** Items with a secondary index, lines locked by their order, and names, whose keys are wide; procedures of them. */
public final class Shop {

    private static final TableSchema.Builder ITEM_BUILDER = TableSchema.named("item");
    static final LongColumn ID = ITEM_BUILDER.int64("id");
    static final LongColumn SHELF = ITEM_BUILDER.int32("shelf");
    static final LongColumn STOCK = ITEM_BUILDER.int64("stock");
    static final IndexSchema BY_SHELF = ITEM_BUILDER.primaryKey(ID.bits(40)).index("by_shelf", 1, SHELF.bits(16));
    static final TableSchema ITEM = ITEM_BUILDER.build();

    private static final TableSchema.Builder LINE_BUILDER = TableSchema.named("line");
    private static final LongColumn LINE_ORDER = LINE_BUILDER.int64("order");
    private static final LongColumn LINE_NUMBER = LINE_BUILDER.int32("number");
    static final TableSchema LINE = LINE_BUILDER.primaryKey(LINE_ORDER.bits(40), LINE_NUMBER.bits(8)).ordered(1)
        .lockColumns(1).build();
    static final IndexSchema LINES = Objects.requireNonNull(LINE.primaryIndex());

    private static final TableSchema.Builder NAME_BUILDER = TableSchema.named("name");
    static final StringColumn NAME = NAME_BUILDER.string("name", 40);
    static final TableSchema NAMES = NAME_BUILDER.primaryKey(NAME.part()).build();

    private Shop() {
    }

    static EngineBuilder builder() {
        return Engine.builder().table(ITEM, 100).table(LINE, 100).table(NAMES, 100).assertions(true);
    }

    static Engine open() {
        return filled(builder().open());
    }

    static Engine filled(Engine engine) {
        final Procedure<Long> fill = engine.register("Fill", new Any(), Long.class);
        engine.call(fill, (Consumer<Transaction>) t -> {
            for (int id = 0; id < 10; id++) {
                t.insert(ITEM, ITEM.key(id)).set(SHELF, id % 2).set(STOCK, 100);
            }
            t.insert(LINE, LINE.key(7, 1));
            t.insert(LINE, LINE.key(7, 2));
            t.insert(NAMES, t.probe(NAMES).set(NAME, "pen"));
        });
        engine.unregister(fill);
        return engine;
    }

    static long stock(Engine engine, long id) {
        final Procedure<Long> stock = engine.register("Look", new Stock(), Long.class);
        try {
            return engine.call(stock, id);
        } finally {
            engine.unregister(stock);
        }
    }

    /** Does what it is told. */
    public static class Any {
        public long run(Transaction transaction, Consumer<Transaction> work) {
            work.accept(transaction);
            return 0;
        }
    }

    /** Is to read only, and does what it is told. */
    @ReadOnly
    public static class AnyRead extends Any {
    }

    /** Inherits the promise. */
    public static final class AnyHeir extends AnyRead {
    }

    /** Reads one number. */
    @ReadOnly
    public static final class Stock {
        public void plan(LockPlan plan, long id) {
            plan.read(ITEM, ITEM.key(id));
        }

        public long run(Transaction transaction, long id) {
            return transaction.read(ITEM, ITEM.key(id)).get(STOCK);
        }
    }

    /** Moves from one item to another, in the order given. */
    public static class Move {
        public long run(Transaction transaction, long from, long to, long number) {
            final Row source = transaction.update(ITEM, ITEM.key(from));
            final Row target = transaction.update(ITEM, ITEM.key(to));
            if (source.get(STOCK) < number) {
                throw transaction.abort("only " + source.get(STOCK));
            }
            source.set(STOCK, source.get(STOCK) - number);
            target.set(STOCK, target.get(STOCK) + number);
            return source.get(STOCK);
        }
    }

    /** The same with a plan. */
    public static final class PlannedMove extends Move {
        public void plan(LockPlan plan, long from, long to, long number) {
            plan.write(ITEM, ITEM.key(from)).write(ITEM, ITEM.key(to));
        }
    }

    /** Promises to read, and plans to write. */
    @ReadOnly
    public static final class Liar {
        public void plan(LockPlan plan, boolean index) {
            if (index) {
                plan.change(BY_SHELF, BY_SHELF.prefix(1));
            } else {
                plan.write(ITEM, ITEM.key(1));
            }
        }

        public long run(Transaction transaction, boolean index) {
            return 0;
        }
    }
}
