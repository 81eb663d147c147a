/**
 * {@code baton bench fabric}, and what {@code baton bench locks --servers} and {@code baton node} need of the wire:
 * what a round trip to a lock server in another process costs on each carrier, beside a bare ping-pong of the same two
 * processes; what pairs of locks cost clients in several processes ({@link io.baton.deploy.wire.RemoteBenchmark}); and
 * the options of lanes with TLS ({@link io.baton.deploy.wire.SecureLaneOptions}).
 */
@NullMarked
package io.baton.deploy.wire;

import org.jspecify.annotations.NullMarked;
