package io.baton.engine;

import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockTable;
import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Mistakes that an engine could make, each planted by parts of its own. */
enum Mistake {
    NONE,
    READ_LOCK_RELEASED_EARLY,
    READ_WITHOUT_LOCK,
    SHARED_LOCK_FOR_A_WRITE,
    SCAN_WITHOUT_PREFIX_LOCK,
    INSERT_WITHOUT_PREFIX_LOCK,
    DELETE_WITHOUT_PREFIX_LOCK,
    RESTART_KEEPS_STALE_IMAGES,
    ABORT_LEAVES_WRITES,
    COMMIT_CALLED_ABORT,
    EARLY_ANSWER,
    READ_BEFORE_LOCK,
    WRITE_AFTER_RELEASE,
    MISSED_UPGRADE,
    BUSY_LOCK_TAKEN_FOR_GRANTED,
    LOCKS_OF_ONE_CLIENT_ONLY;

    private static final long PAUSE_NANOS = 50_000;

    /** The parts that make this mistake. */
    Parts parts() {
        final AtomicLong clients = new AtomicLong();
        return new Parts() {
            @Override
            LockSet lockSet(LockClient client, LockTable table) {
                return new MistakenLocks(Mistake.this, client, table, clients.incrementAndGet());
            }

            @Override
            Coordinator coordinator(List<EngineTable> tables, LockSet locks, RowArena arena, boolean audited,
                    @Nullable ClientHistory history) {
                return new MistakenCoordinator(Mistake.this, new Tables(tables), locks, arena, history);
            }
        };
    }

    private static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** Gets fewer locks, or weaker ones, than it should. */
    private static final class MistakenLocks extends LockSet {
        private final Mistake mistake;
        private final long own;

        MistakenLocks(Mistake mistake, LockClient client, LockTable table, long own) {
            super(client, table, new Restart());
            this.mistake = mistake;
            this.own = own;
        }

        @Override
        void need(long name, LockMode mode) {
            final int slot = table().slot(name);
            switch (mistake) {
                case SHARED_LOCK_FOR_A_WRITE -> super.need(name, LockMode.SHARED);
                case MISSED_UPGRADE -> {
                    if (client().held(slot) == null) {
                        super.need(name, mode);
                    }
                }
                case BUSY_LOCK_TAKEN_FOR_GRANTED -> {
                    if (client().held(slot) == null) {
                        client().tryAcquire(slot, mode);
                    }
                }
                case LOCKS_OF_ONE_CLIENT_ONLY -> super.need(name + own, mode);
                default -> super.need(name, mode);
            }
        }
    }

    /** Does at the wrong time, or not at all, what it should do. */
    private static final class MistakenCoordinator extends Coordinator {
        private final Mistake mistake;
        private boolean keepsWrites;
        private boolean answered;
        private long answeredNanos;

        MistakenCoordinator(Mistake mistake, Tables tables, LockSet locks, RowArena arena,
                @Nullable ClientHistory history) {
            super(tables, locks, arena, false, history);
            this.mistake = mistake;
        }

        @Override
        void begin(long nowNanos, long deadlineNanos) {
            answered = false;
            super.begin(nowNanos, deadlineNanos);
        }

        @Override
        @Nullable Object attempt(Procedure<?> procedure, Object[] arguments) {
            try {
                final Object result = super.attempt(procedure, arguments);
                if (mistake == COMMIT_CALLED_ABORT && writes().size() > 0) {
                    throw abort("after all");
                }
                return result;
            } catch (Restart e) {
                keepsWrites = mistake == RESTART_KEEPS_STALE_IMAGES;
                throw e;
            } catch (UserAbort e) {
                if (mistake == ABORT_LEAVES_WRITES) {
                    super.commit();
                }
                throw e;
            }
        }

        @Override
        void endAttempt() {
            if (keepsWrites) {
                keepsWrites = false;
                locks().releaseAll();
            } else {
                super.endAttempt();
            }
        }

        @Override
        void commit() {
            switch (mistake) {
                case EARLY_ANSWER -> {
                    locks().releaseAll();
                    answered = true;
                    final ClientHistory recorded = history();
                    answeredNanos = recorded == null ? 0 : recorded.now();
                    pause();
                    locks().acquireWanted();
                    super.commit();
                }
                case WRITE_AFTER_RELEASE -> {
                    locks().releaseAll();
                    pause();
                    super.commit();
                }
                default -> super.commit();
            }
        }

        @Override
        long answeredNanos(ClientHistory recorded) {
            return answered ? answeredNanos : super.answeredNanos(recorded);
        }

        @Override
        void lockRow(EngineTable table, long key, LockMode mode) {
            if (mistake != READ_WITHOUT_LOCK || mode != LockMode.SHARED) {
                super.lockRow(table, key, mode);
            }
        }

        @Override
        void lockRange(EngineTable.EngineIndex index, long prefix, LockMode mode) {
            final boolean forgets = switch (mistake) {
                case SCAN_WITHOUT_PREFIX_LOCK -> mode == LockMode.SHARED;
                case INSERT_WITHOUT_PREFIX_LOCK -> mode == LockMode.EXCLUSIVE && writes(Write.Kind.INSERT);
                case DELETE_WITHOUT_PREFIX_LOCK -> mode == LockMode.EXCLUSIVE && writes(Write.Kind.DELETE);
                default -> false;
            };
            if (!forgets) {
                super.lockRange(index, prefix, mode);
            }
        }

        @Override
        public @Nullable Row find(TableSchema schema, long key) {
            final Row row = super.find(schema, key);
            if (mistake == READ_LOCK_RELEASED_EARLY) {
                final int slot = locks().table().slot(contextOf(schema).table.rowLock(key));
                if (locks().client().held(slot) == LockMode.SHARED) {
                    locks().client().release(slot);
                }
            }
            return row;
        }

        @Override
        public @Nullable Row findForUpdate(TableSchema schema, long key) {
            final TableContext context = contextOf(schema);
            final long address = context.table.rows.find(key);
            final ClientHistory recorded = history();
            if (mistake != READ_BEFORE_LOCK || recorded == null || address == Table.ABSENT
                    || ownWrite(context, key) != null) {
                return super.findForUpdate(schema, key);
            }
            final Row before = context.view();
            context.table.rows.read(address, before);
            final int version = recorded.version(context.table, key, address);
            final long value = before.get(Shelves.VALUE);
            pause();
            final Row row = super.findForUpdate(schema, key);
            final Write write = ownWrite(context, key);
            if (row != null && write != null) {
                row.set(Shelves.VALUE, value);
                write.version = version;
            }
            return row;
        }

        private boolean writes(Write.Kind kind) {
            for (int i = 0; i < writes().size(); i++) {
                if (writes().get(i).kind == kind) {
                    return true;
                }
            }
            return false;
        }
    }
}
