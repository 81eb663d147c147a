package io.baton.engine.transaction;

import io.baton.engine.procedure.Explanation;
import io.baton.engine.procedure.Explanation.How;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockNames;
import io.baton.lock.LockOutcome;
import io.baton.storage.TableSchema;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.TimestampColumn;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The locks of one call that is to be explained: writes down what is asked for, how it is got, and what is read and
 * written. Made for the call, and forgotten with it. One thread.
 *
 * <p>What is asked for has a name, what is got is a slot; names that share a slot share what was got.
 */
final class ExplainedLocks extends LockSet {

    private static final Got NOTHING = new Got(How.NOT_GOT, false, 0);
    private static final Got COVERED = new Got(How.COVERED, false, 0);

    private final LockSet lender;
    private final LockClient client;
    private final int slots;
    private final CallControl control;
    private final Map<Name, LockMode> planned = new LinkedHashMap<>();
    private final Set<Integer> plannedSlots = new LinkedHashSet<>();
    private final Map<Name, LockMode> asked = new LinkedHashMap<>();
    private final Map<Integer, Got> got = new LinkedHashMap<>();
    private boolean beginning;
    private long beginNanos;
    private long lockNanos;
    private long lookedUp;
    private long scanned;
    private Explanation.Rows written = Explanation.Rows.NONE;
    private int attempts;

    /** What names a lock: the key of a row, or a prefix of an index. */
    private record Name(EngineTable table, EngineTable.@Nullable EngineIndex index, long value, int slot) {
    }

    /** What has become of a slot. */
    private record Got(How how, boolean waited, long nanos) {
    }

    /**
     * Makes it.
     *
     * @param lender does nothing until this one is closed, and lends its client: a place in a queue that a call leaves
     *     when its time is over is then found again by the next one
     * @param slots how many locks there are
     * @param control what can end the call
     */
    ExplainedLocks(LockSet lender, int slots, CallControl control) {
        super(lender.client(), slots, control);
        this.lender = lender;
        this.client = lender.client();
        this.slots = slots;
        this.control = control;
    }

    /** What the call would lock. */
    Explanation explanation() {
        final List<Explanation.Lock> locks = new ArrayList<>();
        planned.forEach((name, mode) -> locks.add(lock(name, mode, How.PLANNED, false, 0)));
        return new Explanation(locks, null);
    }

    /** What the call has locked and done, and how it has ended. */
    Explanation explanation(String sqlState, String message) {
        final List<Explanation.Lock> locks = new ArrayList<>();
        final Set<Integer> told = new LinkedHashSet<>();
        asked.forEach((name, mode) -> {
            final Got here = got.getOrDefault(name.slot(), NOTHING);
            final Got own = told.add(name.slot()) ? here : COVERED;
            locks.add(lock(name, mode, own.how(), own.waited(), own.nanos()));
        });
        return new Explanation(locks, new Explanation.Run(sqlState, message, attempts,
            control.nanoTime() - beginNanos, lockNanos, new Explanation.Rows(
                lookedUp, scanned, written.inserted(), written.updated(), written.deleted())));
    }

    /** Gives the client back. */
    @Override
    public void close() {
        lender.takeClient();
    }

    /** How often the procedure was run. */
    int attempts() {
        return attempts;
    }

    // What is asked for

    @Override
    public void begin() {
        super.begin();
        beginNanos = control.nanoTime();
    }

    @Override
    public void plan(EngineTable table, long key, LockMode mode) {
        if (!table.readOnly) {
            plan(row(table, key), mode);
        }
        super.plan(table, key, mode);
    }

    @Override
    public void plan(EngineTable.EngineIndex index, long prefix, LockMode mode) {
        if (!index.table().readOnly) {
            plan(range(index, prefix), mode);
        }
        super.plan(index, prefix, mode);
    }

    private void plan(Name name, LockMode mode) {
        planned.merge(name, mode, ExplainedLocks::stronger);
        plannedSlots.add(name.slot());
    }

    @Override
    public void beginAttempt() {
        super.beginAttempt();
        attempts++;
        asked.clear();
        got.clear();
        lookedUp = 0;
        scanned = 0;
        written = Explanation.Rows.NONE;
    }

    @Override
    public void acquirePlanned() {
        asked.putAll(planned);
        beginning = true;
        try {
            super.acquirePlanned();
        } finally {
            beginning = false;
        }
    }

    @Override
    void row(EngineTable table, long key, LockMode mode) {
        lookedUp++;
        scannedRow(table, key, mode);
    }

    /** That is no look-up. */
    @Override
    void scannedRow(EngineTable table, long key, LockMode mode) {
        if (!table.readOnly) {
            asked.merge(row(table, key), mode, ExplainedLocks::stronger);
        }
        super.row(table, key, mode);
    }

    @Override
    void range(EngineTable.EngineIndex index, long prefix, LockMode mode) {
        if (!index.table().readOnly) {
            asked.merge(range(index, prefix), mode, ExplainedLocks::stronger);
        }
        super.range(index, prefix, mode);
    }

    @Override
    void rows(EngineTable table, long[] keys) {
        lookedUp += keys.length;
        if (!table.readOnly) {
            for (final long key : keys) {
                asked.merge(row(table, key), LockMode.SHARED, ExplainedLocks::stronger);
            }
        }
        super.rows(table, keys);
    }

    private Name row(EngineTable table, long key) {
        return new Name(table, null, table.lockOf(key), LockNames.slot(table.rowLock(key), slots));
    }

    /** A range whose lock is that of its rows has their name. */
    private Name range(EngineTable.EngineIndex index, long prefix) {
        return new Name(index.table(), index, prefix, LockNames.slot(index.rangeLock(prefix), slots));
    }

    private static LockMode stronger(LockMode one, LockMode other) {
        return one == LockMode.EXCLUSIVE ? one : other;
    }

    // What is got

    @Override
    LockOutcome acquire(int slot, LockMode mode) {
        final Start start = new Start(slot);
        return start.ended(super.acquire(slot, mode), How.IN_ORDER);
    }

    @Override
    LockOutcome tryAcquire(int slot, LockMode mode) {
        final LockMode held = client.held(slot);
        final Start start = new Start(slot);
        final LockOutcome outcome = super.tryAcquire(slot, mode);
        return held != null && held.covers(mode) ? outcome
            : start.ended(outcome, held == null ? How.TRIED : How.UPGRADED);
    }

    /** One by one, so that each has its own time: in a process that is how they are got anyway. */
    @Override
    LockOutcome acquireAll(LockList together) {
        for (int i = 0; i < together.size(); i++) {
            final int slot = together.slot(i);
            final LockList one = new LockList();
            one.add(slot, together.mode(i));
            final Start start = new Start(slot);
            final How how =
                !beginning ? How.IN_ORDER : plannedSlots.contains(slot) ? How.PLANNED : How.LEARNT;
            final LockOutcome outcome = start.ended(super.acquireAll(one), how);
            if (outcome != LockOutcome.GRANTED) {
                return outcome;
            }
        }
        return LockOutcome.GRANTED;
    }

    /** A request for a lock that is under way. */
    private final class Start {
        private final int slot;
        private final long beginNanos = control.nanoTime();
        private final long waits = client.counters().get(LockCounter.WAITS);

        Start(int slot) {
            this.slot = slot;
        }

        LockOutcome ended(LockOutcome outcome, How how) {
            final long nanos = control.nanoTime() - beginNanos;
            lockNanos += nanos;
            got.put(slot, new Got(outcome == LockOutcome.GRANTED ? how : How.NOT_GOT,
                client.counters().get(LockCounter.WAITS) > waits, nanos));
            return outcome;
        }
    }

    // What is read and written

    @Override
    void scanned() {
        scanned++;
    }

    @Override
    void prepared(WriteSet writes) {
        long inserted = 0;
        long updated = 0;
        long deleted = 0;
        for (int i = 0; i < writes.size(); i++) {
            switch (writes.get(i).kind) {
                case INSERT -> inserted++;
                case UPDATE, REPLACE -> updated++;
                case DELETE -> deleted++;
                case NONE -> {
                    // It came and went.
                }
            }
        }
        written = new Explanation.Rows(0, 0, inserted, updated, deleted);
    }

    // For people

    private static Explanation.Lock lock(Name name, LockMode mode, How how, boolean waited, long nanos) {
        final TableSchema schema = name.table().schema;
        final EngineTable.EngineIndex index = name.index();
        final String key = index == null
            ? schema.wideKey() ? hexadecimal(name.value())
                : text(schema.keyParts().subList(0, schema.lockColumns()), name.value())
            : text(index.schema.parts().subList(0, index.schema.scanColumns()), name.value());
        return new Explanation.Lock(schema.name(), index == null ? "" : index.schema.name(), key,
            mode == LockMode.EXCLUSIVE, how, waited, nanos);
    }

    private static String hexadecimal(long value) {
        return "0x%016x".formatted(value);
    }

    /** The values that were packed into a number, if they were and were not hashed. */
    private static String text(List<KeyPart> parts, long packed) {
        final int bits = parts.stream().mapToInt(KeyPart::bits).sum();
        if (bits > Long.SIZE || !parts.stream().allMatch(part -> part.integer() && !part.column().nullable())) {
            return hexadecimal(packed);
        }
        final StringBuilder text = new StringBuilder("(");
        int behind = bits;
        for (final KeyPart part : parts) {
            behind -= part.bits();
            final long own = (packed >>> behind) & (-1L >>> (Long.SIZE - part.bits()));
            text.append(text.length() == 1 ? "" : ", ").append(part.column().name()).append('=')
                .append(value(part.column(), part.unpack(own)));
        }
        return text.append(')').toString();
    }

    private static Object value(Column column, long value) {
        return switch (column) {
            case BooleanColumn c -> value != 0;
            case DateColumn c -> LocalDate.ofEpochDay(value);
            case TimestampColumn c -> Instant.EPOCH.plus(value, ChronoUnit.MICROS);
            case LongColumn c when c.scale() > 0 -> BigDecimal.valueOf(value, c.scale());
            default -> value;
        };
    }
}
