package io.baton.lab.jmh;

import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.Gate;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
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

/**
 * A lock acquired and released by a process that knows what its clients do, with a session and without: the process
 * keeps it, or not. The locks are in this process, but reached as if they were in another. Must allocate nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class KeptLockJmh {

    private static final int SLOTS = 1_000;
    private static final int KEPT = 500;
    private static final RecoveryOptions OPTIONS =
        RecoveryOptions.product().withTimes(TimeUnit.MINUTES.toNanos(1), TimeUnit.MINUTES.toNanos(10));

    /** Whether the locks are recovered if the process fails. */
    @Param({"false", "true"})
    public boolean session;

    /** After how many uses in a row the process keeps a lock: at once, or never. */
    @Param({"0", "2147483647"})
    public int keepAfter;

    private final ThreadFactory threads = Thread.ofPlatform().daemon().factory();
    private final InProcessFabric memory =
        new InProcessFabric(ShiftLockTable.recoverableMemoryBytes(SLOTS), WaitPolicy.adaptive(1));
    private final Far far = new Far(memory);
    private final RecoveryServer server = new RecoveryServer(far, SLOTS, OPTIONS, 1, threads, event -> {});
    private final LockSession joined = LockSession.join(
        far, server.route(), OPTIONS, 1, System.nanoTime() + TimeUnit.SECONDS.toNanos(20), threads);
    private final ShiftLockTable[] table = new ShiftLockTable[1];
    private final LockClient[] client = new LockClient[1];

    /** Opens the table. */
    @Setup(Level.Trial)
    public void open() {
        table[0] = session
            ? ShiftLockTable.recoverable(far, SLOTS, ShiftLockOptions.product(), keepAfter, joined, threads)
            : new ShiftLockTable(far, SLOTS, ShiftLockOptions.product(), keepAfter, threads);
        client[0] = table[0].client();
    }

    /** Gives all back. */
    @TearDown(Level.Trial)
    public void close() {
        client[0].close();
        table[0].close();
        joined.close();
        server.close();
        memory.close();
    }

    /** A pair. */
    @Benchmark
    public LockOutcome pair() {
        final LockOutcome outcome = client[0].acquire(KEPT, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        client[0].release(KEPT);
        return outcome;
    }

    /** The same for a client that wants to know whether it has had the lock until the end. */
    @Benchmark
    public LockOutcome pairAndTell() {
        client[0].acquire(KEPT, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        return client[0].releaseAndTell(KEPT);
    }

    /** The same without a wait. */
    @Benchmark
    public LockOutcome tryPair() {
        final LockOutcome outcome = client[0].tryAcquire(KEPT, LockMode.EXCLUSIVE);
        client[0].release(KEPT);
        return outcome;
    }

    /** Reached as if it were another process's memory, by who has a session. */
    private static final class Far extends ForwardingFabric {

        Far(Fabric fabric) {
            super(fabric);
        }

        @Override
        public boolean hasRoundTrips() {
            return true;
        }

        @Override
        public Gate gate() {
            return new Gate() {
                @Override
                public void refuse(int node) {
                    // Nobody loses a session here.
                }

                @Override
                public void admit(int node) {
                    // Everybody is in.
                }
            };
        }
    }
}
