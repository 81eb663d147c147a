package io.baton.lab.cell;

import io.baton.lab.load.MicroLoad;
import io.baton.lab.load.ZipfSampler;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The microbenchmark of ShiftLock, section 4.2: a client acquires one lock, releases it at once and goes on. At once
 * means what its artifact's loop means: it draws the lock, reads the clock, acquires, reads the clock, keeps the time
 * that has passed, and releases. {@code ClientWorkJmh} measures the two halves of that.
 *
 * @param slots how many locks there are
 * @param theta how skewed they are, 0 for uniform
 * @param readShare the share of shared locks, 0 to 1
 */
public record MicroWork(int slots, double theta, double readShare) implements Load {

    /** How many locks the ShiftLock paper has unless it says otherwise (§4.1). */
    public static final int PAPER_SLOTS = 10_000_000;
    /** The skew of Zipf in the ShiftLock paper. */
    public static final double PAPER_THETA = 0.99;
    /** Write-intensive: the share of shared locks. */
    public static final double WRITE_INTENSIVE = 0.5;
    /** Read-intensive. */
    public static final double READ_INTENSIVE = 0.95;
    /** Read-only. */
    public static final double READ_ONLY = 1;

    /** To draw a lock and read the clock; rounded up, for the paper's processors are older. */
    private static final long CHOOSE_NANOS = 100;
    /** To read the clock and keep the time that has passed, for table 3 of several items; rounded up. */
    private static final long NOTE_NANOS = 100;

    @Override
    public List<String> types() {
        return List.of("pair");
    }

    @Override
    public boolean touchesRows() {
        return false;
    }

    @Override
    public long thinkNanos(int type) {
        return 0;
    }

    @Override
    public long chooseNanos() {
        return CHOOSE_NANOS;
    }

    @Override
    public long noteNanos() {
        return NOTE_NANOS;
    }

    @Override
    public Ready prepare(long seed) {
        final ZipfSampler sampler = new ZipfSampler(slots, theta);
        return new Ready() {
            @Override
            public int slots() {
                return sampler.count();
            }

            @Override
            public Stream stream(int client, int clients, RandomGenerator random) {
                final MicroLoad load = new MicroLoad(sampler, readShare, random);
                return locks -> {
                    load.next();
                    locks.add(load.slot(), load.mode());
                    return 0;
                };
            }
        };
    }
}
