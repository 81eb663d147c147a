package io.baton.deploy.run;

import io.baton.fabric.VerbKind;
import io.baton.lock.LockCounter;
import io.baton.lock.LockStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/**
 * A workload without an engine: two types of transactions in turns, of which every tenth rolls back. Tests change what
 * its transactions do.
 */
public final class FakeWorkload implements Workload {

    private static final long ROWS = 1_000;
    private static final int ROLLS_BACK_EVERY = 10;
    private static final long WORK_NANOS = 20_000;

    /** Transactions that were executed, warm-up and all. */
    public final LongAdder executed = new LongAdder();
    /** Clients that are open. */
    public final AtomicInteger open = new AtomicInteger();
    /** How each transaction of a client ends, by its number from 0; may throw. */
    public IntFunction<TransactionEnd> end = number -> (number + 1) % ROLLS_BACK_EVERY == 0
        ? TransactionEnd.ROLLED_BACK : TransactionEnd.COMMITTED;
    /** What the checks find, by whether the data are as loaded. */
    public IntFunction<CheckResult> second = phase -> new CheckResult(true, "");
    /** Called while loading. */
    public Runnable whileLoading = () -> { };
    /** Called while checking after the run. */
    public Runnable whileChecking = () -> { };
    private volatile boolean closed;

    /** Makes one. */
    public FakeWorkload() {
    }

    /**
     * Tells whether it was closed.
     *
     * @return whether it was
     */
    public boolean closed() {
        return closed;
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public SequencedMap<String, Long> parameters() {
        final SequencedMap<String, Long> parameters = new LinkedHashMap<>();
        parameters.put("boxes", 1L);
        return parameters;
    }

    @Override
    public List<String> transactionTypes() {
        return List.of("Put", "Get");
    }

    @Override
    public HeadlineMetric headline() {
        return new HeadlineMetric("Puts", "per minute", "PPM", "putsPerMinute", Set.of(0), 60);
    }

    @Override
    public String lockKind() {
        return "fake";
    }

    @Override
    public long rowsToLoad() {
        return ROWS;
    }

    @Override
    public void load(LongConsumer rowsLoaded) {
        whileLoading.run();
        rowsLoaded.accept(ROWS);
    }

    @Override
    public WorkloadClient client(int number) {
        open.incrementAndGet();
        return new Client();
    }

    @Override
    public Map<String, CheckResult> check(boolean loadedOnly) {
        if (!loadedOnly) {
            whileChecking.run();
        }
        final Map<String, CheckResult> results = new LinkedHashMap<>();
        results.put("1", new CheckResult(true, ""));
        results.put("2", second.apply(loadedOnly ? 0 : 1));
        if (loadedOnly) {
            results.put("3", new CheckResult(true, ""));
        }
        return results;
    }

    @Override
    public LockStatistics lockStatistics() {
        final long done = executed.sum();
        return LockStatistics.of(counter -> counter == LockCounter.ACQUISITIONS ? done : 0,
            kind -> kind == VerbKind.EXT_CAS || kind == VerbKind.EXT_FAA ? done : 0);
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class Client implements WorkloadClient {

        private int number;

        @Override
        public int next() {
            return number % 2;
        }

        @Override
        public TransactionEnd execute() {
            LockSupport.parkNanos(WORK_NANOS);
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
            open.decrementAndGet();
        }
    }
}
