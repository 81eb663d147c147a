/**
 * How the bytes of a lane move: a {@link io.baton.wire.carrier.Carrier} is one end of a socket, or of two rings in
 * shared memory with a socket as bell. A {@link io.baton.wire.carrier.TlsStream} encrypts a socket's bytes. Received
 * bytes are handed on frame by frame, each checked for its length only.
 */
@NullMarked
package io.baton.wire.carrier;

import org.jspecify.annotations.NullMarked;
