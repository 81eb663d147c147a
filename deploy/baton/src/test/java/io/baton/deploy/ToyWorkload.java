package io.baton.deploy;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Loader;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.workload.ConditionResult;
import io.baton.workload.EngineWorkload;
import io.baton.workload.Findings;
import io.baton.workload.HeadlineMetric;
import io.baton.workload.RandomStreams;
import io.baton.workload.SessionTerminal;
import io.baton.workload.Setting;
import io.baton.workload.StoredRows;
import io.baton.workload.TransactionKind;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import io.baton.workload.WorkloadHelp;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** The fourth workload: counters that clients count up. All that a workload needs is in this file and its service. */
public class ToyWorkload implements Workload {

    private static final Setting COUNTERS = Setting.scale("counters", "The scale: one row each.", 1, 100, 10);
    private static final Setting SKEW = Setting.percent("skew", "How many counts are the first one's.", 0, 50);
    private static final Setting LOOK = Setting.onOff("look", "Only look, count nothing.");

    private static final TableSchema.Builder SCHEMA = TableSchema.named("counter");
    private static final LongColumn ID = SCHEMA.int64("id");
    private static final LongColumn COUNT = SCHEMA.int64("count");
    private static final TableSchema TABLE = SCHEMA.primaryKey(ID.bits(8)).build();

    /** The types of transactions. */
    public enum Type implements TransactionKind {
        /** Adds one. */
        COUNT,
        /** Reads. */
        LOOK;

        @Override
        public String label() {
            return this == COUNT ? "Count" : "Look";
        }
    }

    /** Adds to a counter, and returns what it is then. */
    public static final class Add {

        /** Makes the procedure. */
        public Add() {
        }

        /**
         * Adds.
         *
         * @param tx the transaction
         * @param counter which one
         * @param delta how much
         * @return the sum
         */
        public long run(Transaction tx, long counter, long delta) {
            if (delta == 0) {
                return tx.read(TABLE, TABLE.key(counter)).get(COUNT);
            }
            final Row row = tx.update(TABLE, TABLE.key(counter));
            return row.set(COUNT, row.get(COUNT) + delta).get(COUNT);
        }
    }

    /** For the service loader. */
    public ToyWorkload() {
    }

    @Override
    public String name() {
        return "toy";
    }

    @Override
    public WorkloadHelp help() {
        return new WorkloadHelp("Count.", "Lets clients count, 100 % of the time.", "--counters 100")
            .example("", "a first look").example("--counters 1 --clients 64", "a crowd");
    }

    @Override
    public List<Setting> settings() {
        return List.of(COUNTERS, SKEW, LOOK);
    }

    @Override
    public List<Type> transactionTypes() {
        return List.of(Type.values());
    }

    @Override
    public HeadlineMetric headline() {
        return new HeadlineMetric(
            "Counts", "per second", "CPS", "countsPerSecond", List.of(Type.COUNT), HeadlineMetric.SECOND);
    }

    @Override
    public void addTables(EngineBuilder builder, WorkloadConfig config) {
        builder.table(TABLE, config.get(COUNTERS));
    }

    @Override
    public Map<Setting, Long> storedScale(Engine engine) {
        return new StoredRows(engine, COUNTERS, TABLE).scale();
    }

    @Override
    public EngineWorkload on(Engine engine, WorkloadConfig config) {
        return new Toy(engine, config, engine.register(new Add(), Long.class), new AtomicLong());
    }

    /** Another workload of the same name. */
    public static final class Namesake extends ToyWorkload {

        /** For the service loader. */
        public Namesake() {
        }
    }

    /** The counters on one engine. */
    private record Toy(Engine engine, WorkloadConfig config, Procedure<Long> add, AtomicLong counted)
        implements EngineWorkload {

        @Override
        public long rowsToLoad() {
            return config.get(COUNTERS);
        }

        @Override
        public void load(LongConsumer rowsLoaded) {
            try (Loader loader = engine.loader()) {
                for (long counter = 1; counter <= rowsToLoad(); counter++) {
                    loader.insert(loader.row(TABLE, TABLE.key(counter)));
                }
            }
            rowsLoaded.accept(rowsToLoad());
        }

        @Override
        public boolean resume() {
            final boolean stored = new StoredRows(engine, COUNTERS, TABLE).fit(rowsToLoad());
            counted.set(stored ? sum() : 0);
            return stored;
        }

        @Override
        public Player terminal(Session session, int number) {
            return new Player(session, this, RandomStreams.terminal(config.seed(), number));
        }

        @Override
        public SequencedMap<String, ConditionResult> check(boolean loadedOnly) {
            final Findings<String> findings = new Findings<>(List.of("sum"));
            findings.same("sum", "the sum is", sum(), "the number of counts is", counted.get());
            return findings.results();
        }

        private long sum() {
            long sum = 0;
            for (long counter = 1; counter <= rowsToLoad(); counter++) {
                sum += engine.call(add, counter, 0L);
            }
            return sum;
        }
    }

    /** One client. */
    private static final class Player extends SessionTerminal<Type> {

        private final Toy toy;
        private final SplittableRandom random;

        Player(Session session, Toy toy, SplittableRandom random) {
            super(session);
            this.toy = toy;
            this.random = random;
        }

        @Override
        protected Type drawType() {
            return toy.config().isOn(LOOK) ? Type.LOOK : Type.COUNT;
        }

        @Override
        protected Object[] drawArguments(Type drawn) {
            final boolean first = random.nextLong(100) < toy.config().get(SKEW);
            final long counter = first ? 1 : random.nextLong(1, toy.rowsToLoad() + 1);
            return new Object[] {counter, drawn == Type.COUNT ? 1L : 0L};
        }

        @Override
        protected Procedure<Long> procedure(Type drawn) {
            return toy.add();
        }

        @Override
        protected void committed(Type executed, Object result) {
            toy.counted().addAndGet(executed == Type.COUNT ? 1 : 0);
        }

        @Override
        protected boolean rollsBack(Type executed, String message) {
            return false;
        }
    }
}
