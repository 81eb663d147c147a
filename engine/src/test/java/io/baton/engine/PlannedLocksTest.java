package io.baton.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockTable;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A plan that names rows by {@link TableSchema#lockKey} names the very locks that the procedure then needs. */
@Timeout(20)
class PlannedLocksTest {

    private static final TableSchema.Builder PAIR = TableSchema.named("pair");
    private static final LongColumn LEFT = PAIR.int64("left");
    private static final LongColumn RIGHT = PAIR.int64("right");
    private static final TableSchema PAIRS = PAIR.primaryKey(LEFT.bits(64), RIGHT.bits(64)).build();

    private static final TableSchema.Builder USER = TableSchema.named("user");
    private static final StringColumn TENANT = USER.string("tenant", 20);
    private static final LongColumn ID = USER.int64("id");
    private static final TableSchema USERS =
        USER.primaryKey(TENANT.part(), ID.bits(64)).ordered(1).lockColumns(1).build();

    private static final TableSchema.Builder EVENT = TableSchema.named("event");
    private static final StringColumn SOURCE = EVENT.string("source", 20);
    private static final LongColumn NUMBER = EVENT.int64("number");
    private static final TableSchema EVENTS = EVENT.primaryKey(SOURCE.part(), NUMBER.bits(64)).ordered(1).build();

    private static final TableSchema.Builder ITEM = TableSchema.named("item");
    private static final LongColumn GROUP = ITEM.int32("group");
    private static final LongColumn PLACE = ITEM.int32("place");
    private static final TableSchema ITEMS =
        ITEM.primaryKey(GROUP.bits(8), PLACE.signed(8)).ordered(1).lockColumns(1).build();

    private static final TableSchema.Builder UNIT = TableSchema.named("unit");
    private static final LongColumn UNIT_ID = UNIT.int64("id");
    private static final TableSchema UNITS = UNIT.primaryKey(UNIT_ID.bits(40)).build();

    /** Plans all columns of its keys, or those only that name the lock. */
    public static final class Inserts {
        public void plan(LockPlan plan, int number) {
            final String text = "t" + number % 3;
            plan.write(PAIRS, PAIRS.lockKey(number, -number)).write(EVENTS, EVENTS.lockKey(text, number))
                .change(requireNonNull(EVENTS.primaryIndex()), requireNonNull(EVENTS.primaryIndex()).prefix(text))
                .write(UNITS, UNITS.lockKey(number));
            if (number % 2 == 0) {
                plan.write(USERS, USERS.lockKey(text, number)).write(ITEMS, ITEMS.lockKey(number % 7, -number));
            } else {
                plan.write(USERS, USERS.lockKey(text)).write(ITEMS, ITEMS.lockKey(number % 7));
            }
        }

        public long run(Transaction t, int number) {
            final String text = "t" + number % 3;
            final Row user = t.probe(USERS).set(TENANT, text).set(ID, number);
            t.insert(PAIRS, t.probe(PAIRS).set(LEFT, number).set(RIGHT, -number));
            t.insert(EVENTS, t.probe(EVENTS).set(SOURCE, text).set(NUMBER, number));
            t.insert(UNITS, number);
            t.insert(ITEMS, ITEMS.key(number % 7, -number));
            return t.insert(USERS, user).get(ID);
        }
    }

    /** Locks whose clients tell what was planned, and what was held when all was given back. */
    private static final class Watched implements LockTable {

        private final EmbeddedLocks real;
        final Map<Integer, LockMode> planned = new TreeMap<>();
        final Map<Integer, LockMode> held = new TreeMap<>();

        Watched(EmbeddedLocks real) {
            this.real = real;
        }

        @Override
        public int slots() {
            return real.table().slots();
        }

        @Override
        public LockClient client() {
            return new SteppedLockClient(real.table().client()) {
                @Override
                public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
                    planned.clear();
                    for (int i = 0; i < locks.size(); i++) {
                        planned.put(locks.slot(i), locks.mode(i));
                    }
                    return super.acquireAll(locks, deadlineNanos);
                }

                @Override
                public void releaseAll() {
                    if (client.heldCount() > 0) {
                        held.clear();
                        client.forEachHeld((mode, slot) -> held.put(slot, mode));
                    }
                    super.releaseAll();
                }
            };
        }

        @Override
        public long busySlots() {
            return real.table().busySlots();
        }

        @Override
        public void close() {
            real.close();
        }
    }

    @Test
    void plansNameTheLocksThatAreThenNeededAndNoOthers() {
        final EngineBuilder builder = Engine.builder().assertions(true);
        for (TableSchema table : new TableSchema[] {PAIRS, USERS, EVENTS, ITEMS, UNITS}) {
            builder.table(table, 100);
        }
        final Watched locks = new Watched(new EmbeddedLocks(builder));
        try (Engine engine = builder.lockTable(locks).open()) {
            final Procedure<Long> inserts = engine.register(new Inserts(), Long.class);
            for (int number = 1; number < 40; number++) {
                assertThat(engine.call(inserts, number)).isEqualTo(number);
                assertThat(locks.planned).as("row %d", number).hasSizeGreaterThanOrEqualTo(5).isEqualTo(locks.held);
            }
        }
    }
}
