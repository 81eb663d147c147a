/**
 * Serves the procedures of one engine to clients in other processes, over Netty. Page: {@code docs/server.md};
 * protocol: {@code engine/net/protocol/spec/protocol.md}.
 *
 * <p>The way of a call:
 * <ol>
 * <li>{@link io.baton.server.BatonServer} listens, and knows all connections.
 * <li>A client first passes the {@code ConnectionInitializer}: TLS ({@code .tls}), then its login ({@code .login}),
 *     which ends with its grants ({@code .users}).
 * <li>{@code Connection} reads frames on its event loop: handshake, calls, cancels. It stops reading while too much is
 *     untaken, and at a call while too many are unanswered. {@code SilenceWatch} ends silent ones.
 * <li>{@code VisibleProcedures} knows which procedures the client may call; {@code ServedProcedures} finds one;
 *     {@code ServedProcedure} makes its arguments of the frame's values.
 * <li>{@code RemoteCall} runs it by {@code EngineCalls}: on the event loop if it is short and need not wait
 *     ({@code InlinePolicy}), else on a virtual thread of the engine, and turns the outcome into a frame there. Of its
 *     connection it knows the {@code CallContext} only. {@code KeyedCalls} answers a call that was sent again with its
 *     first outcome.
 * <li>{@code ConnectionCalls} takes finished calls back to the event loop, many with one wake-up and one flush.
 * </ol>
 *
 * <p>All state of a connection belongs to its event loop, but for its queue of finished calls. {@code KeyedCalls} and
 * the counters are shared, and thread-safe.
 */
@NullMarked
package io.baton.server;

import org.jspecify.annotations.NullMarked;
