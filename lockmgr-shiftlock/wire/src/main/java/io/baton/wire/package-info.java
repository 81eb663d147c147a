/**
 * Verbs and notices between processes: a {@link io.baton.wire.LockServer} executes the verbs of clients in other
 * processes on its own memory and passes their notices on; such a process holds a {@link io.baton.wire.WireFabric},
 * which gives lock clients the same endpoints as every other fabric.
 *
 * <p>A <em>lane</em> is one connection of a client process to a lock server: frames in both directions, in order.
 * Frames are read in place ({@link io.baton.wire.frame}), every length and count is checked before it is used, and
 * nothing is allocated from a number that a peer has sent. A {@link io.baton.wire.carrier.Carrier} moves the bytes
 * of a lane: a socket, with TLS ({@link io.baton.wire.tls}) or without, or two rings in shared memory with a socket as
 * bell. {@link io.baton.wire.ServerRoute} finds out which of them reaches a server.
 *
 * <p>At the server a few threads ({@link io.baton.wire.Executor}) look after all lanes. At the client no thread stands
 * between a client and its lane: one of the waiting threads reads for all ({@link io.baton.wire.LaneLeadership}).
 *
 * <p>The specification is {@code lockmgr-shiftlock/wire/spec/wire.md}.
 */
@NullMarked
package io.baton.wire;

import org.jspecify.annotations.NullMarked;
