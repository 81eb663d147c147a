/**
 * The bytes of a lane: {@link io.baton.wire.frame.LaneFrame} is the header of every frame,
 * {@link io.baton.wire.frame.LaneHandshake} and {@link io.baton.wire.frame.VerbCodec} are bodies,
 * {@link io.baton.wire.frame.WireLimits} has the limits. Nothing else parses these bytes.
 *
 * <p>Buffers are Agrona's. A peer's bytes are checked before they are used; a fault becomes the message of a
 * {@link io.baton.wire.frame.MalformedLaneFrameException}. The layout is specified in
 * {@code lockmgr-shiftlock/wire/spec/wire.md}.
 */
@NullMarked
package io.baton.wire.frame;

import org.jspecify.annotations.NullMarked;
