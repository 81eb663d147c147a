/**
 * Measures the wire: what a round trip to a lock server in another process costs on each carrier, beside a bare
 * ping-pong of the same two processes.
 */
@NullMarked
package io.baton.deploy.wire;

import org.jspecify.annotations.NullMarked;
