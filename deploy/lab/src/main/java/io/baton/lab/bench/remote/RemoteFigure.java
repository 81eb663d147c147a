package io.baton.lab.bench.remote;

/**
 * What a case has come to. A pair is one lock, got and given back; times are those from asking until having all locks
 * that were asked for.
 *
 * @param of the case
 * @param pairsPerSecond of all clients together
 * @param p50Nanos half of the requests took at most so long
 * @param p99Nanos 99 of 100 requests took at most so long
 * @param p999Nanos 999 of 1,000 requests took at most so long
 */
public record RemoteFigure(RemoteCase of, double pairsPerSecond, long p50Nanos, long p99Nanos, long p999Nanos) {
}
