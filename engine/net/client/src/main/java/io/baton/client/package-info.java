/**
 * Calls procedures of a Baton server from another process. Page: {@code docs/server.md}; protocol:
 * {@code engine/net/protocol/spec/protocol.md}.
 *
 * <p>A {@link io.baton.client.BatonClient} has one connection ({@code Link}) for all threads and opens another one when
 * that has ended. {@code Connector} finds a server: names are looked up and certificates read on threads of their own.
 * {@code Handshake} is a connection's begin, with the login; {@link io.baton.client.ClientTls} says whom to trust.
 *
 * <p>A {@link io.baton.client.RemoteProcedure} writes a call's frame on the caller's thread; the link's event loop
 * sends it, matches answers with calls by request numbers, asks for further pages, and completes futures. What becomes
 * of a call is a value or a {@link io.baton.client.CallException}.
 *
 * <p>{@code Unsent} is what waits to be sent, and {@code KeepAlive} keeps the connection open.
 */
@NullMarked
package io.baton.client;

import org.jspecify.annotations.NullMarked;
