package io.baton.lab.jmh;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGeneratorFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A free ShiftLock acquired and released in process, chosen uniformly; must allocate nothing. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class LockJmh {

    private static final int DRAWS = 1 << 21;
    private static final int CLIENTS = 1;
    private static final int PROCESSORS = 2;
    private static final long SEED = 42;

    /** How many locks there are. */
    @Param({"1000", "1000000"})
    public int locks = 1;

    /** How their entries are laid out. */
    @Param
    public EntryFormat entry = EntryFormat.MASKED;

    private final InProcessFabric[] fabric = new InProcessFabric[1];
    private final ShiftLockTable[] table = new ShiftLockTable[1];
    private final LockClient[] client = new LockClient[1];
    private int[] draws = {};
    private int next;

    /** Makes the locks. */
    @Setup(Level.Trial)
    public void open() {
        final long bytes = ShiftLockTable.memoryBytes(locks);
        final WaitPolicy waits = WaitPolicy.forClients(CLIENTS, PROCESSORS);
        fabric[0] = entry == EntryFormat.PLAIN
            ? InProcessFabric.plain(bytes, waits) : new InProcessFabric(bytes, waits);
        table[0] = new ShiftLockTable(fabric[0], locks, ShiftLockOptions.product().withEntry(entry),
            Thread.ofPlatform().daemon().factory());
        client[0] = table[0].client();
        draws = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED).ints(DRAWS, 0, locks).toArray();
    }

    /** Frees them. */
    @TearDown(Level.Trial)
    public void close() {
        client[0].close();
        table[0].close();
        fabric[0].close();
    }

    /** A writer's pair. */
    @Benchmark
    public LockOutcome exclusive() {
        return pair(LockMode.EXCLUSIVE);
    }

    /** A reader's pair. */
    @Benchmark
    public LockOutcome shared() {
        return pair(LockMode.SHARED);
    }

    private LockOutcome pair(LockMode mode) {
        final int lock = draws[next++ & (DRAWS - 1)];
        final LockOutcome outcome = client[0].acquire(lock, mode, LockClient.NO_DEADLINE);
        client[0].release(lock);
        return outcome;
    }
}
