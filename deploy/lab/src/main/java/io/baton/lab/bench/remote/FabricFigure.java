package io.baton.lab.bench.remote;

/**
 * What a case has come to.
 *
 * @param of the case
 * @param p50Nanos half of the round trips took at most so long
 * @param p99Nanos 99 of 100 round trips took at most so long
 * @param roundTripsPerSecond of all clients together
 * @param bareP50Nanos half of the bare ping-pongs on the same carrier, hog or none, took at most so long
 */
record FabricFigure(FabricCase of, long p50Nanos, long p99Nanos, double roundTripsPerSecond,
        long bareP50Nanos) {
}
