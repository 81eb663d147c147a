/**
 * {@code baton bench fabric}, and {@code baton bench locks --servers}: what a round trip to a lock server in another
 * process costs on each carrier, beside a bare ping-pong of the same two processes; and what pairs of locks cost
 * clients in several processes ({@link io.baton.lab.bench.remote.RemoteBenchmark}).
 */
@NullMarked
package io.baton.lab.bench.remote;

import org.jspecify.annotations.NullMarked;
