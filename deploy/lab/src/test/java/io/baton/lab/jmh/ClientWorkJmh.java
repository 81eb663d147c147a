package io.baton.lab.jmh;

import io.baton.lab.load.MicroLoad;
import io.baton.lab.load.ZipfSampler;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGeneratorFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a client of ShiftLock's microbenchmark does besides locking, as its artifact's loop has it. Simulated clients
 * are charged for that in round numbers.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ClientWorkJmh {

    private static final int LOCKS = 10_000_000;
    private static final double THETA = 0.99;
    private static final double READERS = 0.5;
    private static final int NOTES = 1 << 20;
    private static final long SEED = 42;
    /** Of table 3's acquisition: IA, NP, WP and WR, and of its release the item that has just begun. */
    private static final int ITEMS = 5;

    private final MicroLoad load = new MicroLoad(new ZipfSampler(LOCKS, THETA), READERS,
        RandomGeneratorFactory.of("L64X128MixRandom").create(SEED));
    private final long[] notes = new long[NOTES];
    private int noted;
    private long begun;

    /** Draws a lock, and reads the clock. */
    @Benchmark
    public long choose() {
        load.next();
        begun = System.nanoTime();
        return begun + load.slot();
    }

    /** Reads the clock, and keeps the time that has passed. */
    @Benchmark
    public long note() {
        keep(System.nanoTime() - begun);
        return begun;
    }

    /** The same with the items of table 3: two of them end or begin, and all are kept. */
    @Benchmark
    public long noteItems() {
        keep(System.nanoTime() - begun);
        for (int i = 1; i < ITEMS; i++) {
            keep(0);
        }
        keep(System.nanoTime() - begun);
        begun = System.nanoTime();
        return begun;
    }

    private void keep(long nanos) {
        notes[noted++ & (NOTES - 1)] = nanos;
    }
}
