package io.baton.server.statistics;

/**
 * One number or text about a server.
 *
 * @param subject what it is about: server, procedure, locks, lock, memory, log, checkpoints or table
 * @param of the name of the procedure, lock or table; empty for others
 * @param name what it tells; units come last: p99Nanos. Without a unit it is a count since the start
 * @param value a {@link Long}, {@link Double} or {@link String}; a list of numbers for latencies: what no call of a
 *     bucket was above, in nanoseconds, and how many calls it has, bucket by bucket
 */
public record Figure(String subject, String of, String name, Object value) {
}
