package io.baton.engine.transaction;

import io.baton.engine.history.TransactionHistory;
import io.baton.engine.observe.CallOrigin;
import io.baton.engine.procedure.Explanation;
import io.baton.engine.trace.TracedCall;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockStatistics;
import io.baton.storage.DuplicateKeyException;
import io.baton.storage.IndexSchema;
import io.baton.storage.Lifetime;
import io.baton.storage.MissingRowException;
import io.baton.storage.Row;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One transaction's work at the rows of one {@link Shard}, and the only door to it: coordinators and transaction
 * handles know this class, and none of those behind it. Its caller goes through these steps:
 *
 * <pre>
 *   begin ── plan* ──┬─ beginAttempt ── read, write, scan* ── prepare ── record ── apply ── endAttempt ─┬─ endCall
 *                    └────────────────────────── again, after a restart ────────────────────────────────┘     │
 *                                                                                                         position
 * </pre>
 *
 * <p>It locks each row before it looks, and keeps what is written, as images, until it is applied. It returns rows
 * only as {@link Row}: a view of a row in storage, or of an image in the arena of the transaction. Addresses stay
 * inside. The locks are given back by {@link #endAttempt}, before the disk has answered; the caller's answer waits
 * for {@link #position}.
 *
 * <p>Reused from transaction to transaction. One thread at a time. The class is final, so that the JVM's compiler sees
 * through it (docs/decisions/0083).
 */
public final class Participant implements AutoCloseable {

    /** Keys that one prefetch looks at; the caches would not keep the rows of more. */
    public static final int PREFETCHED_MAX = 1024;

    /**
     * The parts of the transaction. Public only for tests, which break them on purpose; the house's walls keep all
     * else out.
     */
    public final Workspace workspace;
    private final Shard shard;
    private final Tables tables;
    private final LockSet locks;
    private final WriteSet writes;
    private final TransactionHistory history;
    private final Audit audit;
    private final Scans scans;
    private final Commit commit;
    /** Null if the shard has no log. */
    private final @Nullable Redo redo;
    /** If the call is explained: the locks, which have seen it all. */
    private final @Nullable ExplainedLocks explained;
    private final PlannedRows planned = new PlannedRows();
    private final RowBatch batch = new RowBatch();
    private final WideRows wide;
    private final Lifetime lifetime;

    /** Whether the last attempt still had its locks when it released them. */
    private LockOutcome released = LockOutcome.GRANTED;

    Participant(Shard shard, Workspace workspace, @Nullable ExplainedLocks explained) {
        this.shard = shard;
        this.workspace = workspace;
        this.tables = workspace.tables();
        this.locks = workspace.locks();
        this.writes = workspace.writes();
        this.history = workspace.history();
        this.audit = workspace.audit();
        this.redo = workspace.redo();
        this.explained = explained;
        this.scans = new Scans(this);
        this.wide = new WideRows(this, batch);
        this.commit = new Commit(workspace);
        this.lifetime = writes.begin();
    }

    // The call

    /** Begins a call, which has learnt and planned nothing yet. */
    public void begin(String procedure, @Nullable CallOrigin origin) {
        locks.watch().begins(procedure, origin);
        locks.begin();
        commit.begin();
        if (redo != null) {
            redo.begin();
        }
        planned.clear();
    }

    /** Plans to lock a row, or rows with the same lock, from the start of an attempt. */
    public void plan(TableSchema schema, long key, LockMode mode) {
        final TableContext context = tables.context(schema);
        locks.plan(context.table, key, mode);
        if (context.table.rowsAreLocks) {
            planned.add(context, key);
        }
    }

    /** Plans to lock all rows with a prefix. */
    public void plan(IndexSchema schema, long prefix, LockMode mode) {
        locks.plan(tables.index(schema), prefix, mode);
    }

    /** Plans to insert a row, with the prefixes that gain it, those of indexes that are being built too. */
    public void planInsert(Row row) {
        final TableSchema schema = row.schema();
        plan(schema, schema.lockKeyOf(row), LockMode.EXCLUSIVE);
        final EngineTable table = tables.context(schema).table;
        for (int i = 0; i < table.indexCount(); i++) {
            final EngineTable.EngineIndex index = table.index(i);
            if (index.mayHave(row)) {
                locks.plan(index, index.schema.prefixOf(row), LockMode.EXCLUSIVE);
            }
        }
    }

    /** Begins an attempt: gets all locks that are planned, or that an earlier attempt has missed. */
    public void beginAttempt() {
        locks.beginAttempt();
        history.restart();
        writes.begin();
        locks.acquirePlanned();
        planned.locate();
    }

    /** Throws if the attempt has ended or must end now. */
    public void checkNotEnded() {
        locks.checkNotEnded();
    }

    /** Ends the attempt; returns why, to be thrown. */
    public RuntimeException end(RuntimeException why) {
        locks.checkNotEnded();
        return locks.end(why);
    }

    /**
     * Why the attempt has ended, to be read, and to be written when an Error came out of an access: such an access may
     * have stopped at any point, so the attempt has ended even if the procedure catches the Error.
     */
    public AttemptEnd attemptEnd() {
        return locks;
    }

    /**
     * Refuses writes in the name of a procedure that only reads, or allows them again if that is null; returns the name
     * before.
     */
    public @Nullable String readOnly(@Nullable String procedure) {
        return locks.readOnly(procedure);
    }

    // The commit

    /** Does all of a commit that can fail, and changes nothing; returns whether there is something to record. */
    public boolean prepare() {
        return commit.prepare();
    }

    /** Takes back what was prepared. */
    public void cancel() {
        commit.cancel();
    }

    /** Brings what was prepared into the log, if the shard has one. From here on the transaction is committed. */
    public void record() {
        commit.record();
    }

    /** Brings what was recorded into the tables, which cannot fail. */
    public void apply() {
        commit.apply();
    }

    /** Whether the writes were about to be recorded or applied: if that threw, it is unknown how far it came. */
    public boolean isApplying() {
        return commit.isApplying();
    }

    /** Whether the call has changed the tables, to the end. */
    public boolean hasApplied() {
        return commit.hasApplied();
    }

    /**
     * Ends an attempt: forgets all writes, be they committed or not, and only then gives the locks back. Its rows and
     * scans are invalid from now on.
     *
     * @param again whether the call makes another one
     * @return the failure, or null
     */
    public @Nullable Throwable endAttempt(boolean again) {
        Throwable failure = null;
        try {
            if (redo != null) {
                redo.endAttempt(again);
            }
        } catch (Throwable thrown) {
            // Its answer may come too early: better none.
            shard.state().stop(thrown);
            failure = thrown;
        }
        try {
            forgetWrites(again);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        released = LockOutcome.GRANTED;
        try {
            released = locks.releaseAll();
        } catch (AuditFailure audited) {
            throw audited;
        } catch (Throwable thrown) {
            shard.state().stop(thrown);
            failure = thrown;
        }
        return failure;
    }

    private void forgetWrites(boolean again) {
        try {
            history.releases();
        } finally {
            try {
                writes.clear();
            } finally {
                planned.release();
                tables.reset(again);
                scans.endAll();
            }
        }
    }

    /** {@return granted, or reset or lost if a lock was lost before the last attempt gave it back} */
    public LockOutcome released() {
        return released;
    }

    /** Ends a call: memory that an unusually large one has taken is given back. */
    public void endCall() {
        locks.endCall();
    }

    /** The position for which the ended call's answer waits; null if it need not wait. */
    public @Nullable LogPosition position() {
        return redo == null ? null : redo.position();
    }

    // Looks from outside

    /** The call's locks, as other threads may see them. */
    public LockWatch watch() {
        return locks.watch();
    }

    /** Whom to tell what the call does, or null. */
    public @Nullable TracedCall traced() {
        return locks.traced();
    }

    /** The locks that an explained call would take. */
    public Explanation explanation() {
        return explaining().explanation();
    }

    /** The locks and work of an explained call, and its end. */
    public Explanation explanation(String sqlState, String message) {
        return explaining().explanation(sqlState, message);
    }

    /** How often the procedure was run, if the call is explained. */
    public int explainedAttempts() {
        return explaining().attempts();
    }

    private ExplainedLocks explaining() {
        return Objects.requireNonNull(explained, "no call is explained here");
    }

    public LockStatistics lockStatistics() {
        return locks.client().counters().statistics();
    }

    /** Ends its lock client, which holds nothing, and frees its memory. */
    @Override
    public void close() {
        try {
            locks.close();
        } finally {
            writes.close();
            if (redo != null) {
                redo.close();
            }
        }
    }

    // Operations of procedures

    /** The view of a row that the transaction has written: a part that reads only cannot change it there. */
    Row shown(TableContext context, Row image) {
        if (!locks.readsOnly()) {
            return image;
        }
        final Row view = context.view();
        view.follow(image);
        return view;
    }

    /** How long the rows of an attempt may be used. */
    Lifetime lifetime() {
        return lifetime;
    }

    @Nullable
    public Row find(TableSchema schema, long key) {
        final TableContext context = tables.context(schema);
        locks.row(context.table, key, LockMode.SHARED);
        final Write own = writes.find(context, key);
        if (own != null) {
            return own.visible() ? shown(context, own.image) : null;
        }
        final long address = look(context, key);
        return address == Table.ABSENT ? null : stored(context, address);
    }

    /**
     * Enters the row with the key of a probe, if there is one, in an index that is being built. Its lock is held then,
     * and that of its prefix if the index is unique: a transaction that brings a row of the same values later finds
     * this one.
     */
    public void enter(EngineTable.EngineIndex index, Row probe) {
        final EngineTable table = index.table();
        final Row row = find(table.schema, probe);
        if (row != null) {
            if (index.schema.unique()) {
                locks.range(index, index.schema.prefixOf(row), LockMode.SHARED);
            }
            shard.storage().enter(table.rows, index.order, row.address());
        }
    }

    public @Nullable Row[] readAll(TableSchema schema, long[] given) {
        final TableContext context = tables.context(schema);
        // A copy: what is locked must be what is read, whatever others do to the array.
        final long[] keys = given.clone();
        locks.rows(context.table, keys);
        final @Nullable Row[] rows = new Row[keys.length];
        int from = 0;
        while (from < keys.length) {
            final int count = batch.locate(context.table.rows, keys, from, keys.length);
            for (int i = 0; i < count; i++) {
                locks.checkNotEnded();
                final long key = keys[from + i];
                rows[from + i] = located(context, key, writes.find(context, key), batch.address(i));
            }
            from += count;
        }
        return rows;
    }

    /** Loads rows into the caches and locks nothing, so what it finds is good for nothing else. */
    public void prefetch(TableSchema schema, long[] keys) {
        final Table rows = tables.context(schema).table.rows;
        locks.checkNotEnded();
        final int end = Math.min(keys.length, PREFETCHED_MAX);
        int from = 0;
        while (from < end) {
            from += batch.locate(rows, keys, from, end);
        }
    }

    public boolean exists(TableSchema schema, long key) {
        final TableContext context = tables.context(schema);
        locks.row(context.table, key, LockMode.SHARED);
        final Write own = writes.find(context, key);
        return own == null ? look(context, key) != Table.ABSENT : own.visible();
    }

    /** An image to name rows of a table by. */
    public Row probe(TableSchema schema) {
        final TableContext context = tables.context(schema);
        locks.checkNotEnded();
        final Row probe = context.view();
        writes.blank(probe);
        return probe;
    }

    @Nullable
    public Row find(TableSchema schema, Row probe) {
        final TableContext context = tables.context(schema);
        final long key = context.schema.keyOf(probe);
        return context.table.wide ? wide.find(context, key, probe) : find(schema, key);
    }

    public @Nullable Row[] readAll(TableSchema schema, Row[] given) {
        final TableContext context = tables.context(schema);
        final Row[] probes = given.clone();
        final long[] numbers = Arrays.stream(probes).mapToLong(context.schema::keyOf).toArray();
        return context.table.wide ? wide.readAll(context, numbers, probes) : readAll(schema, numbers);
    }

    /** Does what {@link #prefetch(TableSchema, long[])} does. */
    public void prefetch(TableSchema schema, Row[] probes) {
        final Table rows = tables.context(schema).table.rows;
        locks.checkNotEnded();
        final int end = Math.min(probes.length, PREFETCHED_MAX);
        final long[] numbers = batch.numbers(rows.schema(), probes, end);
        int from = 0;
        while (from < end) {
            from += batch.locate(rows, numbers, probes, from, end);
        }
    }

    public boolean exists(TableSchema schema, Row probe) {
        final TableContext context = tables.context(schema);
        final long key = context.schema.keyOf(probe);
        return context.table.wide ? wide.exists(context, key, probe) : exists(schema, key);
    }

    @Nullable
    public Row findForUpdate(TableSchema schema, Row probe) {
        final TableContext context = tables.context(schema);
        final long key = context.schema.keyOf(probe);
        return context.table.wide ? wide.findForUpdate(context, key, probe) : findForUpdate(schema, key);
    }

    public Row insert(TableSchema schema, Row probe) {
        final TableContext context = tables.context(schema);
        final long key = context.schema.keyOf(probe);
        return context.table.wide ? wide.insert(context, key, probe) : insert(schema, key);
    }

    public void delete(TableSchema schema, Row probe) {
        final TableContext context = tables.context(schema);
        final long key = context.schema.keyOf(probe);
        if (context.table.wide) {
            wide.delete(context, key, probe);
        } else {
            delete(schema, key);
        }
    }

    @Nullable
    public Row findForUpdate(TableSchema schema, long key) {
        final TableContext context = lockForWrite(schema, key);
        final Write own = writes.find(context, key);
        if (own != null) {
            return own.visible() ? own.image : null;
        }
        return open(context, key, planned.find(context, key));
    }

    /** Opens a stored row for change, if there is one. */
    @Nullable
    Row open(TableContext context, long key, long address) {
        if (address == Table.ABSENT) {
            history.read(context.table.ordinal, key, address);
            return null;
        }
        final Write write = context.nextWrite();
        final Row image = writes.image(write, context.stored(address));
        add(write, key, Write.Kind.UPDATE, address);
        audit.row(context, image, LockMode.SHARED);
        context.follow(address, image);
        scans.follow(context, address, image);
        return image;
    }

    public Row insert(TableSchema schema, long key) {
        final TableContext context = lockForWrite(schema, key);
        final Write own = writes.find(context, key);
        if (own != null) {
            if (own.visible()) {
                throw new DuplicateKeyException(schema, key);
            }
            final Row image = writes.blankImage(own, key);
            comeAgain(own);
            return image;
        }
        final long address = planned.find(context, key);
        if (address != Table.ABSENT) {
            history.read(context.table.ordinal, key, address);
            throw new DuplicateKeyException(schema, key);
        }
        final Write write = context.nextWrite();
        final Row image = writes.blankImage(write, key);
        add(write, key, Write.Kind.INSERT, Table.ABSENT);
        return image;
    }

    /** Adds a row that has the key and the values of an image of its table. */
    public void insertCopy(Row source) {
        final TableSchema schema = source.schema();
        final TableContext context = tables.context(schema);
        final long key = schema.keyOf(source);
        if (context.table.wide) {
            wide.insert(context, key, source);
        } else {
            insert(schema, key);
        }
        final Write own = context.table.wide ? writes.find(context, key, source) : writes.find(context, key);
        if (own != null) {
            writes.image(own, source);
        }
    }

    public void delete(TableSchema schema, long key) {
        final TableContext context = lockForWrite(schema, key);
        final Write own = writes.find(context, key);
        if (own != null ? !own.visible() : !deleteStored(context, key, planned.find(context, key))) {
            throw new MissingRowException(schema, key);
        }
        if (own != null) {
            go(own);
        }
    }

    /** Deletes a stored row, if there is one. */
    boolean deleteStored(TableContext context, long key, long address) {
        if (address == Table.ABSENT) {
            history.read(context.table.ordinal, key, address);
            return false;
        }
        add(context.nextWrite(), key, Write.Kind.DELETE, address);
        return true;
    }

    static void go(Write own) {
        own.kind = own.kind == Write.Kind.INSERT ? Write.Kind.NONE : Write.Kind.DELETE;
    }

    static void comeAgain(Write own) {
        own.kind = own.kind == Write.Kind.DELETE ? Write.Kind.REPLACE : Write.Kind.INSERT;
    }

    public ScanState scan(IndexSchema index) {
        locks.checkNotEnded();
        return scans.begin(index);
    }

    private TableContext lockForWrite(TableSchema schema, long key) {
        final TableContext context = tables.context(schema);
        lockForWrite(context, key);
        return context;
    }

    void lockForWrite(TableContext context, long key) {
        locks.checkMayWrite("write to", context.schema);
        if (context.table.readOnly) {
            throw new IllegalStateException("table " + context.schema.name()
                + " is declared read-only: load it with a Loader before the first call");
        }
        locks.row(context.table, key, LockMode.EXCLUSIVE);
    }

    /** Looks for a row that the transaction has locked and not written. */
    private long look(TableContext context, long key) {
        final long address = planned.find(context, key);
        history.read(context.table.ordinal, key, address);
        return address;
    }

    /** A row whose lock is held, as the transaction has written it, or at the address where it was found. */
    @Nullable
    Row located(TableContext context, long key, @Nullable Write own, long address) {
        if (own != null) {
            return own.visible() ? shown(context, own.image) : null;
        }
        history.read(context.table.ordinal, key, address);
        return address == Table.ABSENT ? null : stored(context, address);
    }

    private Row stored(TableContext context, long address) {
        final Row view = context.view(address, lifetime);
        audit.row(context, view, LockMode.SHARED);
        return view;
    }

    /** Only when its image is made: if that fails, and the procedure catches it, there is no write. */
    void add(Write write, long key, Write.Kind kind, long address) {
        write.version = history.version(write.table.table.ordinal, key, address);
        writes.add(write, key, kind, address);
    }
}
