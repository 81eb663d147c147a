package io.baton.engine;

import io.baton.engine.transaction.LockSet;
import io.baton.engine.transaction.LockingTransaction;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a procedure holds of its transaction: one object an attempt, which refuses to work as soon as the attempt has
 * ended, and for any other thread. The transaction itself is reused.
 *
 * <p>An Error that comes out of an access ends the attempt, even if the procedure catches it. That is one assignment
 * in each method, here and in {@link Scan}, and no call, for which there might be no stack.
 */
final class TransactionHandle implements Transaction {

    final LockingTransaction transaction;
    final LockSet locks;
    /** The thread of the procedure; null when the attempt has ended. Another thread never sees itself here. */
    private @Nullable Thread owner = Thread.currentThread();

    TransactionHandle(LockingTransaction transaction) {
        this.transaction = transaction;
        this.locks = transaction.workspace.locks();
    }

    void end() {
        owner = null;
    }

    /** Throws if the attempt has ended, or the thread is another one. */
    @SuppressWarnings("ReferenceEquality") // A thread is itself.
    LockingTransaction live() {
        if (owner != Thread.currentThread()) {
            throw refused();
        }
        return transaction;
    }

    private IllegalStateException refused() {
        final Thread thread = owner;
        return new IllegalStateException(thread == null
            ? "this transaction has ended; it is valid until its procedure returns"
            : "this transaction belongs to thread " + thread.getName() + ", but thread "
                + Thread.currentThread().getName() + " has used it; a procedure has one thread");
    }

    @Override
    public Row read(TableSchema table, long key) {
        try {
            return live().read(table, key);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public @Nullable Row find(TableSchema table, long key) {
        try {
            return live().find(table, key);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public @Nullable Row[] readAll(TableSchema table, long... keys) {
        try {
            return live().readAll(table, keys);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public void prefetch(TableSchema table, long... keys) {
        try {
            live().prefetch(table, keys);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public boolean exists(TableSchema table, long key) {
        try {
            return live().exists(table, key);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public Row update(TableSchema table, long key) {
        try {
            return live().update(table, key);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public @Nullable Row findForUpdate(TableSchema table, long key) {
        try {
            return live().findForUpdate(table, key);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public Row insert(TableSchema table, long key) {
        try {
            return live().insert(table, key);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    /** Adds a row that has the key and the values of an image of its table. */
    void insertCopy(Row source) {
        try {
            live().insertCopy(source);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public void delete(TableSchema table, long key) {
        try {
            live().delete(table, key);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public Row probe(TableSchema table) {
        try {
            return live().probe(table);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public Row read(TableSchema table, Row probe) {
        try {
            return live().read(table, probe);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public @Nullable Row find(TableSchema table, Row probe) {
        try {
            return live().find(table, probe);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public @Nullable Row[] readAll(TableSchema table, Row[] probes) {
        try {
            return live().readAll(table, probes);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public void prefetch(TableSchema table, Row[] probes) {
        try {
            live().prefetch(table, probes);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public boolean exists(TableSchema table, Row probe) {
        try {
            return live().exists(table, probe);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public Row update(TableSchema table, Row probe) {
        try {
            return live().update(table, probe);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public @Nullable Row findForUpdate(TableSchema table, Row probe) {
        try {
            return live().findForUpdate(table, probe);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public Row insert(TableSchema table, Row probe) {
        try {
            return live().insert(table, probe);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public void delete(TableSchema table, Row probe) {
        try {
            live().delete(table, probe);
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public Scan scan(IndexSchema index) {
        try {
            return new Scan(this, live().scan(index));
        } catch (Error e) {
            locks.ended = locks.failedAccess;
            throw e;
        }
    }

    @Override
    public long id() {
        return live().id();
    }

    @Override
    public Instant startedAt() {
        return live().startedAt();
    }

    @Override
    public RuntimeException abort(String message) {
        return live().abort(message);
    }

    @Override
    public RuntimeException notFound(String message) {
        return live().notFound(message);
    }
}
