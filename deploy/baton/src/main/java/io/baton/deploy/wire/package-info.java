/**
 * Measures the wire: what a round trip to a lock server in another process costs on each carrier, beside a bare
 * ping-pong of the same two processes; and what pairs of locks cost clients in several processes ({@link
 * io.baton.deploy.wire.RemoteBenchmark}).
 */
@NullMarked
package io.baton.deploy.wire;

import org.jspecify.annotations.NullMarked;
