package io.baton.deploy.run;

import io.baton.deploy.open.EngineSettings;
import io.baton.deploy.open.OpenWorkload;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Loader;
import io.baton.engine.LockKind;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.storage.OutOfMemoryBudgetException;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.workload.ConditionResult;
import io.baton.workload.EngineWorkload;
import io.baton.workload.HeadlineMetric;
import io.baton.workload.Setting;
import io.baton.workload.Terminal;
import io.baton.workload.TransactionEnd;
import io.baton.workload.TransactionKind;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import io.baton.workload.WorkloadHelp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/**
 * A workload on a real engine with one row: two types of transactions in turns, of which every tenth is said to roll
 * back. Tests change what its transactions do. Each object is for one run.
 */
public final class FakeWorkload implements Workload, EngineWorkload {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("box");
    private static final LongColumn ID = SCHEMA.int64("id");
    private static final TableSchema TABLE = SCHEMA.primaryKey(ID.bits(8)).build();
    private static final long ROWS = 1_000;
    private static final int ROLLS_BACK_EVERY = 10;
    private static final long WORK_NANOS = 20_000;
    private static final int LOCK_SLOTS = 1 << 10;

    /** Transactions that were executed, warm-up and all. */
    public final LongAdder executed = new LongAdder();
    /** Clients that are open. */
    public final AtomicInteger open = new AtomicInteger();
    /** How each transaction of a client ends, by its number from 0; may throw. */
    public IntFunction<TransactionEnd> end = number -> (number + 1) % ROLLS_BACK_EVERY == 0
        ? TransactionEnd.ROLLED_BACK : TransactionEnd.COMMITTED;
    /** How a transaction passes the time that its work takes, in nanoseconds. */
    public LongConsumer work = LockSupport::parkNanos;
    /** What the checks find, by whether the data are as loaded. */
    public IntFunction<ConditionResult> second = phase -> new ConditionResult(true, "");
    /** Told the settings of the engine before it is opened. */
    public Consumer<EngineBuilder> engine = builder -> {};
    /** Whether the loader wraps what stops it, as those with threads do. */
    public boolean wrapsFailures;
    /** Called while loading. */
    public Runnable whileLoading = () -> {};
    /** Called while checking after the run. */
    public Runnable whileChecking = () -> {};
    private final List<Engine> engines = new ArrayList<>();
    private final List<Procedure<Long>> looks = new ArrayList<>();

    /** The types of transactions. */
    public enum Type implements TransactionKind {
        /** Comes first. */
        PUT("Put"),
        /** Comes second. */
        GET("Get");

        private final String label;

        Type(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /** Looks at the row, under its lock. */
    public static final class Look {

        /** Makes the procedure. */
        public Look() {
        }

        /**
         * Looks.
         *
         * @param tx the transaction
         * @return the row's number
         */
        public long run(Transaction tx) {
            return tx.read(TABLE, TABLE.key(1)).get(ID);
        }
    }

    /** Makes one. */
    public FakeWorkload() {
    }

    /**
     * Opens it on an engine of its own.
     *
     * @param settings of the run
     * @return the workload, for a driver
     */
    public OpenWorkload open(RunSettings settings) {
        return OpenWorkload.open(this, new WorkloadConfig(Map.of(), 1, settings.length()),
            new EngineSettings(settings.clients(), LockKind.SHIFTLOCK, LOCK_SLOTS, OptionalLong.empty(), 1, null));
    }

    /**
     * Tells whether its engine was closed.
     *
     * @return whether it was
     */
    public boolean closed() {
        try {
            return engines.getFirst().rows(TABLE) < 0;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** Closes its engine, if the driver did not. */
    public void close() {
        engines.getFirst().close();
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public WorkloadHelp help() {
        return new WorkloadHelp("Put and get.", "Does nothing much.", "--boxes 1");
    }

    @Override
    public List<Setting> settings() {
        return List.of(Setting.scale("boxes", "The boxes.", 1, 1, 1));
    }

    @Override
    public List<Type> transactionTypes() {
        return List.of(Type.values());
    }

    @Override
    public HeadlineMetric headline() {
        return new HeadlineMetric(
            "Puts", "per minute", "PPM", "putsPerMinute", List.of(Type.PUT), HeadlineMetric.MINUTE);
    }

    @Override
    public void addTables(EngineBuilder builder, WorkloadConfig config) {
        builder.table(TABLE, 1);
        engine.accept(builder);
    }

    @Override
    public Map<Setting, Long> storedScale(Engine engine) {
        return Map.of();
    }

    @Override
    public EngineWorkload on(Engine engine, WorkloadConfig config) {
        engines.add(engine);
        looks.add(engine.register(new Look(), Long.class));
        return this;
    }

    @Override
    public long rowsToLoad() {
        return ROWS;
    }

    @Override
    public void load(LongConsumer rowsLoaded) {
        whileLoading.run();
        try (Loader loader = engines.getFirst().loader()) {
            loader.insert(loader.row(TABLE, TABLE.key(1)));
        } catch (OutOfMemoryBudgetException e) {
            throw wrapsFailures ? new IllegalStateException("loading failed: " + e, e) : e;
        }
        rowsLoaded.accept(ROWS);
    }

    @Override
    public boolean resume() {
        return engines.getFirst().rows(TABLE) != 0;
    }

    @Override
    public Terminal terminal(Session session, int number) {
        open.incrementAndGet();
        return new Client(session);
    }

    @Override
    public SequencedMap<String, ConditionResult> check(boolean loadedOnly) {
        if (!loadedOnly) {
            whileChecking.run();
        }
        final SequencedMap<String, ConditionResult> results = new LinkedHashMap<>();
        results.put("1", new ConditionResult(true, ""));
        results.put("2", second.apply(loadedOnly ? 0 : 1));
        if (loadedOnly) {
            results.put("3", new ConditionResult(true, ""));
        }
        return results;
    }

    private final class Client implements Terminal {

        private final Session session;
        private int number;

        Client(Session session) {
            this.session = session;
        }

        @Override
        public Type next() {
            return number % 2 == 0 ? Type.PUT : Type.GET;
        }

        @Override
        public TransactionEnd execute() {
            work.accept(WORK_NANOS);
            session.execute(looks.getFirst());
            executed.increment();
            return end.apply(number++);
        }

        @Override
        public long restarts() {
            return number;
        }

        @Override
        public String lastFailure() {
            return "the box is shut";
        }

        @Override
        public void close() {
            session.close();
            open.decrementAndGet();
        }
    }
}
