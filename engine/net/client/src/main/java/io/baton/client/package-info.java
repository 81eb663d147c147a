/**
 * Calls procedures of a Baton server from another process. Page: {@code docs/server.md}; protocol:
 * {@code engine/net/protocol/spec/protocol.md}.
 *
 * <p>A {@link io.baton.client.BatonClient} has one connection ({@code Link}) for all threads and opens another one when
 * that has ended. {@code Connector} finds a server: names are looked up and certificates read on threads of their own.
 * {@code Handshake} begins a connection, with the login; {@link io.baton.client.ClientTls} has the trusted authorities.
 *
 * <p>A {@link io.baton.client.RemoteProcedure} writes a call's frame on the caller's thread; the link's event loop
 * sends it, matches answers with calls by request numbers, asks for further pages, and completes futures. A call ends
 * with a value or a {@link io.baton.client.CallException}.
 *
 * <p>{@code Unsent} has the calls that wait to be sent, and {@code KeepAlive} keeps the connection open.
 */
@NullMarked
package io.baton.client;

import org.jspecify.annotations.NullMarked;
