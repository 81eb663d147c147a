/**
 * The protocol of calls between clients and servers. No I/O and no threads.
 *
 * <p>Specification: {@code engine/net/protocol/spec/protocol.md}. In the order in which bytes meet them:
 * <ol>
 * <li>{@link io.baton.protocol.FrameHandler} cuts a peer's bytes into frames, whose header
 *     {@link io.baton.protocol.Frame} lays out; {@link io.baton.protocol.FrameType} lists them.
 * <li>{@link io.baton.protocol.Hello}, {@link io.baton.protocol.Welcome}, {@link io.baton.protocol.Description},
 *     {@link io.baton.protocol.CallHeader}, {@link io.baton.protocol.Answer}: bodies.
 * <li>{@link io.baton.protocol.ValueCodec}: values as bytes, with their kinds. {@link io.baton.protocol.ValueType}:
 *     the types of parameters and results. {@link io.baton.protocol.JavaBinding}: Java types that stand for them.
 * </ol>
 *
 * <p>Below: {@code scram} proves passwords; both sides have it.
 *
 * <p>A peer's bytes are checked where they are read; a malformed frame is a
 * {@link io.baton.protocol.MalformedFrameException}, which ends the connection. Nothing is allocated from a length that
 * a peer has sent before so many bytes have arrived.
 */
@NullMarked
package io.baton.protocol;

import org.jspecify.annotations.NullMarked;
