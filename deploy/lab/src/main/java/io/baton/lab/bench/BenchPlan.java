package io.baton.lab.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is measured, and for how long.
 *
 * @param cases the cases, in order
 * @param rounds how often each contender has its turn, odd so that there is a median
 * @param warmup how long each contender warms up for each case
 * @param round how long a turn is
 */
public record BenchPlan(List<BenchCase> cases, int rounds, Duration warmup, Duration round) {

    private static final int[] LOCKS = {1_000, 1_000_000};
    private static final int[] THREADS = {1, 2};
    private static final int[] READ_PERCENTS = {0, 50};
    private static final int[] CLIENTS_FOR_ONE_LOCK = {2, 16, 128};

    /**
     * The plan of the command line, which takes less than a minute.
     *
     * @return one and two threads on 1,000 and 1,000,000 locks, and up to 128 clients on one lock
     */
    public static BenchPlan standard() {
        final List<BenchCase> cases = new ArrayList<>();
        for (final int locks : LOCKS) {
            for (final int readPercent : READ_PERCENTS) {
                for (final int threads : THREADS) {
                    cases.add(new BenchCase(locks, threads, readPercent));
                }
            }
        }
        for (final int clients : CLIENTS_FOR_ONE_LOCK) {
            cases.add(new BenchCase(1, clients, 0));
        }
        return new BenchPlan(cases, 5, Duration.ofMillis(300), Duration.ofMillis(160));
    }
}
