package io.baton.engine.wide;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Transaction;
import io.baton.engine.Twins;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Three tables with wide keys, whose keys have numbers, and a procedure that does what a test wants. */
public final class WideTables {

    /** Keys of each table, from 0. */
    static final int KEYS = 30;
    private static final int TWINS = 3;
    private static final int TENANTS = 4;
    private static final long SPREAD = 7_919;

    private static final TableSchema.Builder PAIR = TableSchema.named("pair");
    static final LongColumn LEFT = PAIR.int64("left");
    static final StringColumn NOTE = PAIR.nullable().string("note", 30);
    static final LongColumn RIGHT = PAIR.int64("right");
    static final LongColumn PAIR_VALUE = PAIR.int32("value");
    static final IndexSchema BY_VALUE =
        PAIR.primaryKey(LEFT.bits(64), RIGHT.bits(64)).index("by_value", 0, PAIR_VALUE.signed(32));
    static final IndexSchema BY_NOTE = PAIR.uniqueIndex("by_note", NOTE.part());
    /** Its keys come in threes of twins. */
    static final TableSchema PAIRS = PAIR.build();

    private static final TableSchema.Builder USER = TableSchema.named("user");
    static final StringColumn TENANT = USER.string("tenant", 20);
    static final LongColumn ID = USER.int64("id");
    static final LongColumn USER_VALUE = USER.int32("value");
    /** In order within a tenant, whose users have one lock. */
    static final TableSchema USERS =
        USER.primaryKey(TENANT.part(), ID.bits(64)).ordered(1).lockColumns(1).build();

    private static final TableSchema.Builder EVENT = TableSchema.named("event");
    static final TimestampColumn AT = EVENT.timestamp("at");
    static final LongColumn EVENT_VALUE = EVENT.int32("value");
    static final StringColumn SOURCE = EVENT.string("source", 20);
    /** In order within a source; each event has a lock of its own. */
    static final TableSchema EVENTS = EVENT.primaryKey(SOURCE.part(), AT.part()).ordered(1).build();

    static final List<TableSchema> ALL = List.of(PAIRS, USERS, EVENTS);
    static final List<LongColumn> VALUES = List.of(PAIR_VALUE, USER_VALUE, EVENT_VALUE);

    private WideTables() {
    }

    static EngineBuilder builder() {
        final EngineBuilder builder = Engine.builder();
        ALL.forEach(table -> builder.table(table, 1_000));
        return builder;
    }

    /** Gives an image the key of a number. */
    static Row key(Row image, int number) {
        return switch (image.schema().name()) {
            case "pair" -> {
                final long left = number % TWINS;
                yield image.set(LEFT, left).set(RIGHT, Twins.twinOf(0, number / TWINS, left));
            }
            case "user" -> image.set(TENANT, "t" + number % TENANTS).set(ID, number * SPREAD % 101 - 50);
            default -> image.set(SOURCE, "samehead" + number % TENANTS).set(AT, number * SPREAD % 103);
        };
    }

    /** The hash of a number's key. */
    static long hash(TableSchema table, int number) {
        return switch (table.name()) {
            case "pair" -> PAIRS.key(number % TWINS, Twins.twinOf(0, number / TWINS, number % TWINS));
            case "user" -> USERS.key("t" + number % TENANTS, number * SPREAD % 101 - 50);
            default -> EVENTS.key("samehead" + number % TENANTS, number * SPREAD % 103);
        };
    }

    static Row probe(Transaction transaction, TableSchema table, int number) {
        return key(transaction.probe(table), number);
    }

    /** Moves all that a row has to another one, and the row is gone. */
    static int move(Transaction t, int from, int to) {
        final Row source = t.findForUpdate(PAIRS, probe(t, PAIRS, from));
        if (source == null) {
            return 0;
        }
        final Row probe = probe(t, PAIRS, to);
        final Row there = t.findForUpdate(PAIRS, probe);
        final Row target = there == null ? t.insert(PAIRS, probe) : there;
        if (to % 2 == 0) {
            final long sum = source.get(PAIR_VALUE) + target.get(PAIR_VALUE);
            target.set(PAIR_VALUE, sum / 2);
            source.set(PAIR_VALUE, sum - sum / 2);
        } else {
            target.set(PAIR_VALUE, source.get(PAIR_VALUE) + target.get(PAIR_VALUE));
            t.delete(PAIRS, source);
        }
        return 1;
    }

    /** What a test wants done in a transaction. */
    @FunctionalInterface
    public interface Work {
        @Nullable
        Object in(Transaction transaction);
    }

    /** Does whatever a test hands in. */
    public static final class Do {
        public @Nullable Object run(Transaction transaction, Work work) {
            return work.in(transaction);
        }
    }
}
