package io.baton.deploy;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.workload.ConditionResult;
import io.baton.workload.EngineWorkload;
import io.baton.workload.Findings;
import io.baton.workload.HeadlineMetric;
import io.baton.workload.SessionTerminal;
import io.baton.workload.Setting;
import io.baton.workload.TransactionKind;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import io.baton.workload.WorkloadHelp;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** A workload that only grows: each transaction inserts a row of about a kilobyte. */
final class JournalWorkload implements Workload {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("journal");
    private static final LongColumn CLIENT = SCHEMA.int64("client");
    private static final LongColumn ENTRY = SCHEMA.int64("entry");
    private static final StringColumn TEXT = SCHEMA.string("text", 1_000);
    private static final TableSchema TABLE = SCHEMA.primaryKey(CLIENT.bits(12), ENTRY.bits(40)).build();
    private static final long ROWS_MAX = 100_000;

    /** The only type of transaction. */
    enum Type implements TransactionKind {
        APPEND;

        @Override
        public String label() {
            return "Append";
        }
    }

    /** Adds an entry. */
    public static final class Append {

        /** Makes the procedure. */
        public Append() {
        }

        /**
         * Adds it.
         *
         * @param tx the transaction
         * @param client whose entry it is
         * @param entry its number
         * @return the number
         */
        public long run(Transaction tx, long client, long entry) {
            tx.insert(TABLE, TABLE.key(client, entry)).set(TEXT, "x".repeat(1_000));
            return entry;
        }
    }

    @Override
    public String name() {
        return "journal";
    }

    @Override
    public WorkloadHelp help() {
        return new WorkloadHelp("Append.", "Grows.", "");
    }

    @Override
    public List<Setting> settings() {
        return List.of();
    }

    @Override
    public List<Type> transactionTypes() {
        return List.of(Type.values());
    }

    @Override
    public HeadlineMetric headline() {
        return new HeadlineMetric(
            "Entries", "per second", "EPS", "entriesPerSecond", List.of(Type.APPEND), HeadlineMetric.SECOND);
    }

    @Override
    public void addTables(EngineBuilder builder, WorkloadConfig config) {
        builder.table(TABLE, ROWS_MAX);
    }

    @Override
    public Map<Setting, Long> storedScale(Engine engine) {
        return Map.of();
    }

    @Override
    public EngineWorkload on(Engine engine, WorkloadConfig config) {
        return new Journal(engine, engine.register(new Append(), Long.class), new AtomicLong());
    }

    private record Journal(Engine engine, Procedure<Long> append, AtomicLong appended) implements EngineWorkload {

        @Override
        public long rowsToLoad() {
            return 0;
        }

        @Override
        public void load(LongConsumer rowsLoaded) {
            // A journal begins empty.
        }

        @Override
        public boolean resume() {
            appended.set(engine.rows(TABLE));
            return appended.get() != 0;
        }

        @Override
        public Writer terminal(Session session, int number) {
            return new Writer(session, this, number);
        }

        @Override
        public SequencedMap<String, ConditionResult> check(boolean loadedOnly) {
            final Findings<String> findings = new Findings<>(List.of("entries"));
            findings.same("entries", "the rows are", engine.rows(TABLE), "the commits are", appended.get());
            return findings.results();
        }
    }

    private static final class Writer extends SessionTerminal<Type> {

        private final Journal journal;
        private final int number;
        private long entry;

        Writer(Session session, Journal journal, int number) {
            super(session);
            this.journal = journal;
            this.number = number;
            this.entry = journal.appended().get();
        }

        @Override
        protected Type drawType() {
            return Type.APPEND;
        }

        @Override
        protected Object[] drawArguments(Type drawn) {
            return new Object[] {(long) number, entry++};
        }

        @Override
        protected Procedure<Long> procedure(Type drawn) {
            return journal.append();
        }

        @Override
        protected void committed(Type executed, Object result) {
            journal.appended().incrementAndGet();
        }

        @Override
        protected boolean rollsBack(Type executed, String message) {
            return false;
        }
    }
}
