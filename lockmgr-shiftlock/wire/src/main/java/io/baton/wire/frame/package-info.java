/**
 * The bytes of a lane: {@link io.baton.wire.frame.LaneFrame} is the header of every frame, {@link
 * io.baton.wire.frame.LaneHandshake} and {@link io.baton.wire.frame.VerbCodec} are bodies, {@link
 * io.baton.wire.frame.WireLimits} says how much of anything there may be. Nothing else parses these bytes.
 *
 * <p>Buffers are Agrona's. What a peer has sent is checked before it is used; what is wrong with it becomes the
 * sentence of a {@link io.baton.wire.frame.MalformedLaneFrameException}. The layout is specified in {@code
 * lockmgr-shiftlock/wire/spec/wire.md}.
 */
@NullMarked
package io.baton.wire.frame;

import org.jspecify.annotations.NullMarked;
