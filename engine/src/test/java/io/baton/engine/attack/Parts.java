package io.baton.engine.attack;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.LockPlan;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The tables that are attacked: parts with two secondary indexes, and places, whose primary key is ordered. */
public final class Parts {

    private static final TableSchema.Builder PART_BUILDER = TableSchema.named("part");
    static final LongColumn ID = PART_BUILDER.int64("id");
    /** Leads an index, with 8 bits of its 32. */
    static final LongColumn GROUP = PART_BUILDER.int32("group");
    /** Stands in an index behind the prefix, with 16 bits of its 32. */
    static final LongColumn RANK = PART_BUILDER.int32("rank");
    static final LongColumn AMOUNT = PART_BUILDER.int64("amount");
    static final StringColumn NAME = PART_BUILDER.string("name", 16);
    static final IndexSchema BY_GROUP =
        PART_BUILDER.primaryKey(ID.bits(32)).index("by_group", 1, GROUP.bits(8), RANK.bits(16));
    static final IndexSchema BY_NAME = PART_BUILDER.index("by_name", 1, NAME.part());
    static final TableSchema PART = PART_BUILDER.build();

    private static final TableSchema.Builder PLACE_BUILDER = TableSchema.named("place");
    static final LongColumn SHELF = PLACE_BUILDER.int32("shelf");
    static final LongColumn NUMBER = PLACE_BUILDER.int32("number");
    static final LongColumn CONTENT = PLACE_BUILDER.int64("content");
    static final TableSchema PLACE =
        PLACE_BUILDER.primaryKey(SHELF.bits(16), NUMBER.bits(16)).ordered(1).lockColumns(1).build();
    static final IndexSchema BY_SHELF = Objects.requireNonNull(PLACE.primaryIndex());

    private Parts() {
    }

    static EngineBuilder builder() {
        return Engine.builder().table(PART, 1000).table(PLACE, 1000).assertions(true);
    }

    static Procedure<Object> work(Engine engine) {
        return engine.register(new Do(), Object.class);
    }

    /** Adds parts 1 to a number, of rank, amount and name by their number, in group 1. */
    static void fill(Engine engine, Procedure<Object> work, int parts) {
        engine.call(work, (Work) t -> {
            for (int id = 1; id <= parts; id++) {
                t.insert(PART, id).set(GROUP, 1).set(RANK, id).set(AMOUNT, 100).set(NAME, "p" + id);
            }
            return 0;
        });
    }

    /** The identifiers of rows of an index, in its order. */
    static List<Long> ids(Transaction transaction, IndexSchema index, Object... values) {
        final List<Long> found = new ArrayList<>();
        final Scan scan = transaction.scan(index);
        for (Object value : values) {
            scan.equal(value);
        }
        while (scan.next()) {
            found.add(scan.row().get(ID));
        }
        return found;
    }

    /** All parts of a group in the order of the index, each as id:rank:amount:name. */
    static List<String> group(Transaction transaction, long group) {
        final List<String> found = new ArrayList<>();
        final Scan scan = transaction.scan(BY_GROUP).equal(group);
        while (scan.next()) {
            found.add(text(scan.row()));
        }
        return found;
    }

    /** The parts that the index of names has under a name, each as id:rank:amount:name. */
    static List<String> named(Transaction transaction, String name) {
        final List<String> found = new ArrayList<>();
        final Scan scan = transaction.scan(BY_NAME).equal(name);
        while (scan.next()) {
            found.add(text(scan.row()));
        }
        return found;
    }

    static String text(Row part) {
        return part.get(ID) + ":" + part.get(RANK) + ":" + part.get(AMOUNT) + ":" + part.get(NAME);
    }

    /** Why a call was aborted. */
    public static Object reason(Outcome<?> outcome) {
        return switch (outcome) {
            case Outcome.AbortedByProcedure<?> aborted -> aborted.reason();
            case Outcome.AbortedBySystem<?> aborted -> aborted.reason();
            default -> outcome;
        };
    }

    /** What a test wants done in a transaction. */
    @FunctionalInterface
    public interface Work {
        @Nullable
        Object in(Transaction transaction) throws Exception;
    }

    /** What a test wants planned. */
    @FunctionalInterface
    public interface Plan {
        void in(LockPlan plan) throws Exception;
    }

    /** Does whatever a test hands in. */
    public static final class Do {
        public @Nullable Object run(Transaction transaction, Work work) throws Exception {
            return work.in(transaction);
        }
    }

    /** Plans and does whatever a test hands in. */
    public static final class PlanAndDo {
        public void plan(LockPlan plan, Plan planned, Work work) throws Exception {
            planned.in(plan);
        }

        public @Nullable Object run(Transaction transaction, Plan planned, Work work) throws Exception {
            return work.in(transaction);
        }
    }
}
