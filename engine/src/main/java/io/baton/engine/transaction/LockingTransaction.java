package io.baton.engine.transaction;

import io.baton.engine.history.TransactionHistory;
import io.baton.lock.LockMode;
import io.baton.storage.DuplicateKeyException;
import io.baton.storage.IndexSchema;
import io.baton.storage.Lifetime;
import io.baton.storage.MissingRowException;
import io.baton.storage.Row;
import io.baton.storage.Storage;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a procedure sees of its transaction: locks each row before it looks, and keeps what is written for the commit.
 * Reused from transaction to transaction. One thread at a time.
 */
public final class LockingTransaction {

    /** Keys that one prefetch looks at; the caches would not keep the rows of more. */
    public static final int PREFETCHED_MAX = 1024;

    public final Workspace workspace;
    private final Tables tables;
    private final LockSet locks;
    private final WriteSet writes;
    private final TransactionHistory history;
    private final Audit audit;
    private final Scans scans;
    private final CallIdentity identity;
    private final PlannedRows planned = new PlannedRows();
    private final RowBatch batch = new RowBatch();
    private final WideRows wide;
    private final Lifetime lifetime;

    public LockingTransaction(Workspace workspace, CallIdentity identity) {
        this.workspace = workspace;
        this.tables = workspace.tables();
        this.locks = workspace.locks();
        this.writes = workspace.writes();
        this.history = workspace.history();
        this.audit = workspace.audit();
        this.scans = new Scans(this);
        this.wide = new WideRows(this, batch);
        this.identity = identity;
        this.lifetime = writes.begin();
    }

    /** Begins an attempt. */
    public void begin() {
        writes.begin();
    }

    /** What is shown of a row that the transaction has written: a part that reads only cannot change it there. */
    Row shown(TableContext context, Row image) {
        if (!locks.readsOnly()) {
            return image;
        }
        final Row view = context.view();
        view.follow(image);
        return view;
    }

    /** The rows that the procedure's plan names. */
    public PlannedRows planned() {
        return planned;
    }

    /** How long the rows of an attempt may be used. */
    Lifetime lifetime() {
        return lifetime;
    }

    /** What the attempt has handed out is good for nothing from now on, whether the call makes another one or not. */
    public void end(boolean again) {
        planned.release();
        tables.reset(again);
        scans.endAll();
    }

    public Row read(TableSchema table, long key) {
        final Row row = find(table, key);
        if (row == null) {
            throw new MissingRowException(table, key);
        }
        return row;
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
     * and that of its prefix if the index is unique: a row of the same values that comes later is found by who brings
     * it.
     */
    public void enter(Storage storage, EngineTable.EngineIndex index, Row probe) {
        final EngineTable table = index.table();
        final Row row = find(table.schema, probe);
        if (row != null) {
            if (index.schema.unique()) {
                locks.range(index, index.schema.prefixOf(row), LockMode.SHARED);
            }
            storage.enter(table.rows, index.order, row.address());
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

    public Row read(TableSchema table, Row probe) {
        final Row row = find(table, probe);
        if (row == null) {
            throw new MissingRowException(table, probe);
        }
        return row;
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

    public Row update(TableSchema table, Row probe) {
        final Row row = findForUpdate(table, probe);
        if (row == null) {
            throw new MissingRowException(table, probe);
        }
        return row;
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

    public Row update(TableSchema table, long key) {
        final Row row = findForUpdate(table, key);
        if (row == null) {
            throw new MissingRowException(table, key);
        }
        return row;
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

    public long id() {
        return identity.id();
    }

    public Instant startedAt() {
        return identity.startedAt();
    }

    public RuntimeException abort(@Nullable String message) {
        locks.checkNotEnded();
        return locks.end(new UserAbort(message));
    }

    public RuntimeException notFound(@Nullable String message) {
        locks.checkNotEnded();
        return locks.end(UserAbort.notFound(message));
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
