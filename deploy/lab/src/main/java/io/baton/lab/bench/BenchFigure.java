package io.baton.lab.bench;

import io.baton.deploy.run.Latencies;

/**
 * What was measured of one contender in one case.
 *
 * @param lock the contender
 * @param of the case
 * @param pairsPerSecond acquire-release pairs of all clients together per second
 * @param acquire how long an acquire took, one reading of the clock included
 */
record BenchFigure(String lock, BenchCase of, double pairsPerSecond, Latencies acquire) {

    /**
     * Reckons what a pair costs: a client its own time where each finds its locks free, and all of them together where
     * they take turns on one lock.
     *
     * @return nanoseconds
     */
    double nanosPerPair() {
        final int atOnce = of.contended() ? 1 : of.clients();
        return pairsPerSecond > 0 ? 1e9 * atOnce / pairsPerSecond : 0;
    }
}
