package io.baton.engine;

import io.baton.engine.transaction.Commit;
import io.baton.engine.transaction.Restart;
import io.baton.engine.transaction.TableContext;
import io.baton.engine.transaction.UserAbort;
import io.baton.engine.transaction.Workspace;
import io.baton.engine.transaction.Write;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockNames;
import io.baton.storage.IndexSchema;
import io.baton.storage.MissingRowException;
import io.baton.storage.Row;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import java.time.Instant;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Runs a procedure, and does at the wrong time, or not at all, what the engine should do around it. */
final class MistakenCall {

    private static final long PAUSE_NANOS = 50_000;

    private final Mistake mistake;
    private final Procedure<?> procedure;
    private final MistakenClock clock;

    MistakenCall(Mistake mistake, Procedure<?> procedure, MistakenClock clock) {
        this.mistake = mistake;
        this.procedure = procedure;
        this.clock = clock;
    }

    @Nullable
    Object run(Transaction transaction, Object[] arguments) {
        final Workspace workspace = ((TransactionHandle) transaction).participant().workspace;
        final Object result = attempt(transaction, workspace, arguments);
        switch (mistake) {
            case INSERT_WITHOUT_PREFIX_LOCK -> forgetPrefixes(workspace, Write.Kind.INSERT);
            case DELETE_WITHOUT_PREFIX_LOCK -> forgetPrefixes(workspace, Write.Kind.DELETE);
            case REPLACE_WITHOUT_PREFIX_LOCK -> forgetPrefixes(workspace, Write.Kind.REPLACE);
            case MOVE_WITHOUT_PREFIX_LOCK -> forgetPrefixes(workspace, Write.Kind.UPDATE);
            case COMMIT_CALLED_ABORT -> {
                if (workspace.writes().size() > 0) {
                    commit(workspace);
                    throw transaction.abort("after all");
                }
            }
            case EARLY_ANSWER -> answerEarly(workspace.locks().client());
            case WRITE_AFTER_RELEASE -> {
                workspace.locks().releaseAll();
                pause();
            }
            default -> {
                // Made elsewhere.
            }
        }
        return result;
    }

    private @Nullable Object attempt(Transaction transaction, Workspace workspace, Object[] arguments) {
        while (true) {
            try {
                return procedure.code().run(new View(transaction, workspace), arguments);
            } catch (Restart e) {
                if (mistake != Mistake.RESTART_KEEPS_STALE_IMAGES) {
                    throw e;
                }
                workspace.locks().releaseAll();
                workspace.history().restart();
                workspace.locks().beginAttempt();
                workspace.locks().acquirePlanned();
            } catch (UserAbort e) {
                if (mistake == Mistake.ABORT_LEAVES_WRITES) {
                    workspace.locks().reason = null;
                    commit(workspace);
                }
                throw e;
            }
        }
    }

    /** With a commit of its own, so that the participant does not know. */
    private static void commit(Workspace workspace) {
        final Commit commit = new Commit(workspace);
        if (commit.prepare()) {
            commit.record();
            commit.apply();
        }
    }

    private static void forgetPrefixes(Workspace workspace, Write.Kind kind) {
        for (int i = 0; i < workspace.writes().size(); i++) {
            if (workspace.writes().get(i).kind == kind) {
                client(workspace).forgetsExclusive = true;
            }
        }
    }

    private void answerEarly(LockClient client) {
        final TreeMap<Integer, LockMode> held = new TreeMap<>();
        client.forEachHeld((mode, slot) -> held.put(slot, mode));
        client.releaseAll();
        clock.answerNow();
        pause();
        held.forEach((slot, mode) -> client.acquire(slot, mode, LockClient.NO_DEADLINE));
    }

    private static MistakenLocks.Client client(Workspace workspace) {
        return (MistakenLocks.Client) workspace.locks().client();
    }

    private static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** What the procedure sees of its transaction. */
    private final class View implements Transaction {
        private final Transaction transaction;
        private final Workspace workspace;

        View(Transaction transaction, Workspace workspace) {
            this.transaction = transaction;
            this.workspace = workspace;
        }

        @Override
        public Row read(TableSchema table, long key) {
            final Row row = find(table, key);
            if (row == null) {
                throw new MissingRowException(table, key);
            }
            return row;
        }

        @Override
        public @Nullable Row find(TableSchema schema, long key) {
            beforeRead();
            final Row row = transaction.find(schema, key);
            if (mistake == Mistake.READ_LOCK_RELEASED_EARLY) {
                final LockClient client = workspace.locks().client();
                final long name = workspace.tables().context(schema).table.rowLock(key);
                final int slot = LockNames.slot(name, PlantedMistake.LOCK_SLOTS);
                if (client.held(slot) == LockMode.SHARED) {
                    client.release(slot);
                }
            }
            return row;
        }

        @Override
        public @Nullable Row[] readAll(TableSchema table, long... keys) {
            return transaction.readAll(table, keys);
        }

        @Override
        public void prefetch(TableSchema table, long... keys) {
            transaction.prefetch(table, keys);
        }

        @Override
        public boolean exists(TableSchema table, long key) {
            beforeRead();
            return transaction.exists(table, key);
        }

        private void beforeRead() {
            client(workspace).forgetsNext = mistake == Mistake.READ_WITHOUT_LOCK;
        }

        @Override
        public Row update(TableSchema table, long key) {
            final Row row = findForUpdate(table, key);
            if (row == null) {
                throw new MissingRowException(table, key);
            }
            return row;
        }

        @Override
        public @Nullable Row findForUpdate(TableSchema schema, long key) {
            final TableContext context = workspace.tables().context(schema);
            final long address = context.table.rows.find(key);
            if (mistake != Mistake.READ_BEFORE_LOCK || address == Table.ABSENT
                || workspace.writes().find(context, key) != null) {
                return transaction.findForUpdate(schema, key);
            }
            final Row before = context.view();
            context.table.rows.read(address, before);
            final int version = workspace.history().version(context.table.ordinal, key, address);
            final long value = before.get(Shelves.VALUE);
            pause();
            final Row row = transaction.findForUpdate(schema, key);
            final Write write = workspace.writes().find(context, key);
            if (row != null && write != null) {
                row.set(Shelves.VALUE, value);
                write.version = version;
            }
            return row;
        }

        @Override
        public Row insert(TableSchema table, long key) {
            return transaction.insert(table, key);
        }

        @Override
        public void delete(TableSchema table, long key) {
            transaction.delete(table, key);
        }

        @Override
        public Row probe(TableSchema table) {
            return transaction.probe(table);
        }

        @Override
        public Row read(TableSchema table, Row probe) {
            return transaction.read(table, probe);
        }

        @Override
        public @Nullable Row find(TableSchema table, Row probe) {
            return transaction.find(table, probe);
        }

        @Override
        public @Nullable Row[] readAll(TableSchema table, Row[] probes) {
            return transaction.readAll(table, probes);
        }

        @Override
        public void prefetch(TableSchema table, Row[] probes) {
            transaction.prefetch(table, probes);
        }

        @Override
        public boolean exists(TableSchema table, Row probe) {
            return transaction.exists(table, probe);
        }

        @Override
        public Row update(TableSchema table, Row probe) {
            return transaction.update(table, probe);
        }

        @Override
        public @Nullable Row findForUpdate(TableSchema table, Row probe) {
            return transaction.findForUpdate(table, probe);
        }

        @Override
        public Row insert(TableSchema table, Row probe) {
            return transaction.insert(table, probe);
        }

        @Override
        public void delete(TableSchema table, Row probe) {
            transaction.delete(table, probe);
        }

        @Override
        public Scan scan(IndexSchema index) {
            final Scan scan = transaction.scan(index);
            client(workspace).forgetsNext = mistake == Mistake.SCAN_WITHOUT_PREFIX_LOCK;
            return scan;
        }

        @Override
        public long id() {
            return transaction.id();
        }

        @Override
        public Instant startedAt() {
            return transaction.startedAt();
        }

        @Override
        public RuntimeException abort(String message) {
            return transaction.abort(message);
        }

        @Override
        public RuntimeException notFound(String message) {
            return transaction.notFound(message);
        }
    }
}
