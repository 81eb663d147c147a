package io.baton.engine;

import io.baton.lock.LockMode;
import io.baton.storage.DuplicateKeyException;
import io.baton.storage.IndexSchema;
import io.baton.storage.MissingRowException;
import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One transaction context: runs one transaction after the other, with one lock client. What it needs for a
 * transaction it keeps for the next, so that a transaction allocates next to nothing. One thread at a time.
 */
class Coordinator implements Transaction, AutoCloseable {

    private final Tables tables;
    private final LockSet locks;
    private final LockPlan plan;
    private final RowArena arena;
    private final WriteSet writes = new WriteSet();
    private final Commit commit;
    private final @Nullable ClientHistory history;
    private final Scans scans = new Scans(this);
    private final boolean audited;
    /** What ended this attempt, in case the procedure caught it and went on. */
    private @Nullable RuntimeException ended;

    Coordinator(Tables tables, LockSet locks, RowArena arena, boolean audited, @Nullable ClientHistory history) {
        this.tables = tables;
        this.locks = locks;
        this.plan = new LockPlan(tables, locks);
        this.arena = arena;
        this.audited = audited;
        this.history = history;
        this.commit = new Commit(this, writes, history);
    }

    // A call and its attempts, as Calls drives them

    /** Begins a call. */
    void begin(long nowNanos, long deadlineNanos) {
        locks.begin(deadlineNanos);
        if (history != null) {
            history.begin(nowNanos);
        }
    }

    /** The call has ended, whether the caller is told that it was committed or not. */
    void end(boolean committed) {
        if (history != null) {
            history.end(committed, answeredNanos(history));
        }
    }

    /** When the caller is answered. */
    long answeredNanos(ClientHistory recorded) {
        return recorded.now();
    }

    /** Lets the procedure declare its locks. */
    void plan(Procedure<?> procedure, Object[] arguments) {
        procedure.plan(plan, arguments);
    }

    /** Runs the procedure once and commits. The caller ends the attempt in any case. */
    @Nullable Object attempt(Procedure<?> procedure, Object[] arguments) {
        ended = null;
        if (history != null) {
            history.restart();
        }
        locks.acquireWanted();
        final Object result = procedure.run(this, arguments);
        checkNotEnded();
        commit();
        return result;
    }

    void commit() {
        commit.run();
    }

    /** Gives all locks back and forgets all writes that were not committed. */
    void endAttempt() {
        locks.releaseAll();
        if (writes.size() > 0) {
            writes.clear();
            arena.reset();
        }
        tables.reset();
        scans.endAll();
    }

    TableContext contextOf(TableSchema schema) {
        return tables.context(schema);
    }

    LockSet locks() {
        return locks;
    }

    WriteSet writes() {
        return writes;
    }

    @Nullable ClientHistory history() {
        return history;
    }

    @Override
    public void close() {
        locks.client().close();
        arena.close();
    }

    // Transaction

    @Override
    public Row read(TableSchema table, long key) {
        final Row row = find(table, key);
        if (row == null) {
            throw missing(table, key);
        }
        return row;
    }

    @Override
    public @Nullable Row find(TableSchema schema, long key) {
        final TableContext context = tables.context(schema);
        lockRow(context.table, key, LockMode.SHARED);
        final Write own = ownWrite(context, key);
        if (own != null) {
            return own.visible() ? own.image : null;
        }
        final long address = look(context, key);
        return address == Table.ABSENT ? null : stored(context, address);
    }

    @Override
    public boolean exists(TableSchema schema, long key) {
        final TableContext context = tables.context(schema);
        lockRow(context.table, key, LockMode.SHARED);
        final Write own = ownWrite(context, key);
        return own == null ? look(context, key) != Table.ABSENT : own.visible();
    }

    @Override
    public Row update(TableSchema table, long key) {
        final Row row = findForUpdate(table, key);
        if (row == null) {
            throw missing(table, key);
        }
        return row;
    }

    @Override
    public @Nullable Row findForUpdate(TableSchema schema, long key) {
        final TableContext context = tables.context(schema);
        lockRowForWrite(context, key);
        final Write own = ownWrite(context, key);
        if (own != null) {
            return own.visible() ? own.image : null;
        }
        final long address = context.table.rows.find(key);
        if (address == Table.ABSENT) {
            noteRead(context, key, address);
            return null;
        }
        final Write write = write(context, key, Write.Kind.UPDATE, address);
        arena.copy(write.image, stored(context, address));
        return write.image;
    }

    @Override
    public Row insert(TableSchema schema, long key) {
        final TableContext context = tables.context(schema);
        lockRowForWrite(context, key);
        Write write = ownWrite(context, key);
        if (write != null && write.visible()) {
            throw duplicate(schema, key);
        }
        if (write == null) {
            final long address = context.table.rows.find(key);
            if (address != Table.ABSENT) {
                noteRead(context, key, address);
                throw duplicate(schema, key);
            }
            write = write(context, key, Write.Kind.INSERT, Table.ABSENT);
        } else {
            write.kind = write.kind == Write.Kind.DELETE ? Write.Kind.REPLACE : Write.Kind.INSERT;
        }
        arena.blank(write.image);
        schema.writeKey(write.image, key);
        return write.image;
    }

    @Override
    public void delete(TableSchema schema, long key) {
        final TableContext context = tables.context(schema);
        lockRowForWrite(context, key);
        final Write own = ownWrite(context, key);
        if (own == null) {
            final long address = context.table.rows.find(key);
            if (address == Table.ABSENT) {
                noteRead(context, key, address);
                throw missing(schema, key);
            }
            write(context, key, Write.Kind.DELETE, address);
        } else if (own.visible()) {
            own.kind = own.kind == Write.Kind.INSERT ? Write.Kind.NONE : Write.Kind.DELETE;
        } else {
            throw missing(schema, key);
        }
    }

    @Override
    public Scan scan(IndexSchema index) {
        checkNotEnded();
        return scans.begin(tables.context(index), index);
    }

    @Override
    public RuntimeException abort(String message) {
        final UserAbort abort = new UserAbort(message);
        ended = abort;
        return abort;
    }

    // What scans and the commit need

    void lockRow(EngineTable table, long key, LockMode mode) {
        if (!table.readOnly) {
            need(table.rowLock(key), mode);
        }
    }

    void lockRange(EngineTable.EngineIndex index, long prefix, LockMode mode) {
        if (!index.table().readOnly) {
            need(index.rangeLock(prefix), mode);
        }
    }

    @Nullable Write ownWrite(TableContext context, long key) {
        return context.hasWrites() ? writes.get(context, key) : null;
    }

    /** In assertion mode: proves that a row found in storage through an index is covered by locks of its own names. */
    void audit(TableContext context, EngineTable.EngineIndex index, Row row) {
        if (audited && !context.table.readOnly) {
            proveHeld(index.rangeLock(index.schema.prefixOf(row)), LockMode.SHARED, index);
            auditRow(context, row, LockMode.SHARED);
        }
    }

    /** In assertion mode: proves that a row is covered by its lock. */
    void auditRow(TableContext context, Row row, LockMode mode) {
        if (audited && !context.table.readOnly) {
            proveHeld(context.table.rowLock(context.schema.keyOf(row)), mode, context.schema);
        }
    }

    void auditRange(EngineTable.EngineIndex index, long prefix) {
        if (audited) {
            proveHeld(index.rangeLock(prefix), LockMode.EXCLUSIVE, index.schema);
        }
    }

    private void proveHeld(long lock, LockMode mode, Object what) {
        if (!locks.covers(lock, mode)) {
            throw new AssertionError(what + " is accessed without its lock held " + mode);
        }
    }

    private void need(long lock, LockMode mode) {
        checkNotEnded();
        try {
            locks.need(lock, mode);
        } catch (Restart | DeadlineAbort e) {
            ended = e;
            throw e;
        }
    }

    private void checkNotEnded() {
        final RuntimeException end = ended;
        if (end != null) {
            throw end;
        }
    }

    private void lockRowForWrite(TableContext context, long key) {
        if (context.table.readOnly) {
            throw new IllegalStateException("table " + context.schema.name()
                + " is declared read-only: load it with a Loader before the first call");
        }
        need(context.table.rowLock(key), LockMode.EXCLUSIVE);
    }

    /** Looks for a row that the transaction has locked and not written. */
    private long look(TableContext context, long key) {
        final long address = context.table.rows.find(key);
        noteRead(context, key, address);
        return address;
    }

    private void noteRead(TableContext context, long key, long address) {
        if (history != null) {
            history.read(context.table, key, address);
        }
    }

    private Row stored(TableContext context, long address) {
        final Row view = context.view();
        context.table.rows.read(address, view);
        auditRow(context, view, LockMode.SHARED);
        return view;
    }

    private Write write(TableContext context, long key, Write.Kind kind, long address) {
        final Write write = context.write();
        write.key = key;
        write.kind = kind;
        write.address = address;
        if (history != null) {
            write.version = history.version(context.table, key, address);
        }
        writes.add(write);
        return write;
    }

    private static MissingRowException missing(TableSchema table, long key) {
        return new MissingRowException(table, key);
    }

    private static DuplicateKeyException duplicate(TableSchema table, long key) {
        return new DuplicateKeyException(table, key);
    }

    /** Finds the scans of one coordinator, reused from transaction to transaction. */
    static final class Scans {
        private final Coordinator coordinator;
        private final IdentityHashMap<IndexSchema, ScanPool> pools = new IdentityHashMap<>();
        private boolean used;

        Scans(Coordinator coordinator) {
            this.coordinator = coordinator;
        }

        Scan begin(TableContext context, IndexSchema index) {
            used = true;
            ScanPool pool = pools.get(index);
            if (pool == null) {
                pool = new ScanPool(coordinator, context, context.table.index(index));
                pools.put(index, pool);
            }
            return pool.take().begin();
        }

        void endAll() {
            if (used) {
                pools.values().forEach(ScanPool::endAll);
                used = false;
            }
        }
    }
}
