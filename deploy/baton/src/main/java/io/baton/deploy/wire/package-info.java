/**
 * {@code baton bench fabric}, and the parts of {@code baton bench locks --servers} and {@code baton node} that concern
 * the wire: the cost of a round trip to a lock server in another process on each carrier, beside a bare ping-pong of
 * the same two processes; the cost of pairs of locks for clients in several processes
 * ({@link io.baton.deploy.wire.RemoteBenchmark}); and the options of lanes with TLS
 * ({@link io.baton.deploy.wire.SecureLaneOptions}).
 */
@NullMarked
package io.baton.deploy.wire;

import org.jspecify.annotations.NullMarked;
