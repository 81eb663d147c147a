package io.baton.engine;

import io.baton.engine.transaction.AttemptEnd;
import io.baton.engine.transaction.CallIdentity;
import io.baton.engine.transaction.Participant;
import io.baton.engine.transaction.ScanState;
import io.baton.engine.transaction.UserAbort;
import io.baton.storage.IndexSchema;
import io.baton.storage.MissingRowException;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a procedure holds of its transaction: one object an attempt, which refuses to work as soon as the attempt has
 * ended, and for any other thread. The participant behind it is reused.
 *
 * <p>An Error that comes out of an access ends the attempt, even if the procedure catches it. Only a method above the
 * access can see that, so each kind of access has one here that catches Errors, and rows that are named by their key
 * and by an image share it. No common method stands above them all: it would be too large for the JVM's compiler to
 * inline, and every access would pass a switch (docs/decisions/0083). The catch block is one assignment and calls
 * nothing, because there may be no stack left for a call.
 */
final class TransactionHandle implements Transaction {

    private static final long[] NO_KEYS = {};

    private final Participant participant;
    private final AttemptEnd end;
    private final CallIdentity identity;
    /** The thread of the procedure; null when the attempt has ended. Another thread never sees itself here. */
    private @Nullable Thread owner = Thread.currentThread();

    TransactionHandle(Participant participant, CallIdentity identity) {
        this.participant = participant;
        this.end = participant.attemptEnd();
        this.identity = identity;
    }

    void end() {
        owner = null;
    }

    /** Throws if the attempt has ended, or the thread is another one. */
    @SuppressWarnings("ReferenceEquality") // A thread is itself.
    Participant live() {
        if (owner != Thread.currentThread()) {
            throw refused();
        }
        return participant;
    }

    /** The participant of the attempt, even if that has ended, for observers. */
    Participant participant() {
        return participant;
    }

    private IllegalStateException refused() {
        final Thread thread = owner;
        return new IllegalStateException(thread == null
            ? "this transaction has ended; it is valid until its procedure returns"
            : "this transaction belongs to thread " + thread.getName() + ", but thread "
                + Thread.currentThread().getName() + " has used it; a procedure has one thread");
    }

    private static Row named(Row probe) {
        return Objects.requireNonNull(probe, "name the row by an image, not by null");
    }

    // One row

    @Override
    public Row read(TableSchema table, long key) {
        final Row row = find(table, key, null);
        if (row == null) {
            throw new MissingRowException(table, key);
        }
        return row;
    }

    @Override
    public Row read(TableSchema table, Row probe) {
        final Row row = find(table, 0, named(probe));
        if (row == null) {
            throw new MissingRowException(table, probe);
        }
        return row;
    }

    @Override
    public @Nullable Row find(TableSchema table, long key) {
        return find(table, key, null);
    }

    @Override
    public @Nullable Row find(TableSchema table, Row probe) {
        return find(table, 0, named(probe));
    }

    private @Nullable Row find(TableSchema table, long key, @Nullable Row probe) {
        try {
            return probe == null ? live().find(table, key) : live().find(table, probe);
        } catch (Error e) {
            end.reason = end.failedAccess;
            throw e;
        }
    }

    @Override
    public boolean exists(TableSchema table, long key) {
        return exists(table, key, null);
    }

    @Override
    public boolean exists(TableSchema table, Row probe) {
        return exists(table, 0, named(probe));
    }

    private boolean exists(TableSchema table, long key, @Nullable Row probe) {
        try {
            return probe == null ? live().exists(table, key) : live().exists(table, probe);
        } catch (Error e) {
            end.reason = end.failedAccess;
            throw e;
        }
    }

    @Override
    public Row update(TableSchema table, long key) {
        final Row row = findForUpdate(table, key, null);
        if (row == null) {
            throw new MissingRowException(table, key);
        }
        return row;
    }

    @Override
    public Row update(TableSchema table, Row probe) {
        final Row row = findForUpdate(table, 0, named(probe));
        if (row == null) {
            throw new MissingRowException(table, probe);
        }
        return row;
    }

    @Override
    public @Nullable Row findForUpdate(TableSchema table, long key) {
        return findForUpdate(table, key, null);
    }

    @Override
    public @Nullable Row findForUpdate(TableSchema table, Row probe) {
        return findForUpdate(table, 0, named(probe));
    }

    private @Nullable Row findForUpdate(TableSchema table, long key, @Nullable Row probe) {
        try {
            return probe == null ? live().findForUpdate(table, key) : live().findForUpdate(table, probe);
        } catch (Error e) {
            end.reason = end.failedAccess;
            throw e;
        }
    }

    @Override
    public Row insert(TableSchema table, long key) {
        return insert(table, key, null);
    }

    @Override
    public Row insert(TableSchema table, Row probe) {
        return insert(table, 0, named(probe));
    }

    private Row insert(TableSchema table, long key, @Nullable Row probe) {
        try {
            return probe == null ? live().insert(table, key) : live().insert(table, probe);
        } catch (Error e) {
            end.reason = end.failedAccess;
            throw e;
        }
    }

    /** Adds a row that has the key and the values of an image of its table. */
    void insertCopy(Row source) {
        try {
            live().insertCopy(source);
        } catch (Error e) {
            end.reason = end.failedAccess;
            throw e;
        }
    }

    @Override
    public void delete(TableSchema table, long key) {
        delete(table, key, null);
    }

    @Override
    public void delete(TableSchema table, Row probe) {
        delete(table, 0, named(probe));
    }

    private void delete(TableSchema table, long key, @Nullable Row probe) {
        try {
            if (probe == null) {
                live().delete(table, key);
            } else {
                live().delete(table, probe);
            }
        } catch (Error e) {
            end.reason = end.failedAccess;
            throw e;
        }
    }

    @Override
    public Row probe(TableSchema table) {
        try {
            return live().probe(table);
        } catch (Error e) {
            end.reason = end.failedAccess;
            throw e;
        }
    }

    // Several rows

    @Override
    public @Nullable Row[] readAll(TableSchema table, long... keys) {
        return readAll(table, keys, null);
    }

    @Override
    public @Nullable Row[] readAll(TableSchema table, Row[] probes) {
        return readAll(table, NO_KEYS, Objects.requireNonNull(probes, "name the rows by images, not by null"));
    }

    private @Nullable Row[] readAll(TableSchema table, long[] keys, Row @Nullable [] probes) {
        try {
            return probes == null ? live().readAll(table, keys) : live().readAll(table, probes);
        } catch (Error e) {
            end.reason = end.failedAccess;
            throw e;
        }
    }

    @Override
    public void prefetch(TableSchema table, long... keys) {
        prefetch(table, keys, null);
    }

    @Override
    public void prefetch(TableSchema table, Row[] probes) {
        prefetch(table, NO_KEYS, Objects.requireNonNull(probes, "name the rows by images, not by null"));
    }

    private void prefetch(TableSchema table, long[] keys, Row @Nullable [] probes) {
        try {
            if (probes == null) {
                live().prefetch(table, keys);
            } else {
                live().prefetch(table, probes);
            }
        } catch (Error e) {
            end.reason = end.failedAccess;
            throw e;
        }
    }

    // Scans

    @Override
    public Scan scan(IndexSchema index) {
        try {
            return new Scan(this, live().scan(index));
        } catch (Error e) {
            end.reason = end.failedAccess;
            throw e;
        }
    }

    boolean next(ScanState scan) {
        try {
            live();
            return scan.next();
        } catch (Error e) {
            end.reason = end.failedAccess;
            throw e;
        }
    }

    Row update(ScanState scan) {
        try {
            live();
            return scan.update();
        } catch (Error e) {
            end.reason = end.failedAccess;
            throw e;
        }
    }

    // The call

    @Override
    public long id() {
        live();
        return identity.id();
    }

    @Override
    public Instant startedAt() {
        live();
        return identity.startedAt();
    }

    @Override
    public RuntimeException abort(String message) {
        return live().end(new UserAbort(message));
    }

    @Override
    public RuntimeException notFound(String message) {
        return live().end(UserAbort.notFound(message));
    }
}
