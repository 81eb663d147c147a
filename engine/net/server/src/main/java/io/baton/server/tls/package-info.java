/**
 * TLS 1.3 of a server, on the JDK's provider. {@link io.baton.server.tls.TlsFiles} says which certificates and keys;
 * {@link io.baton.server.tls.ServerTls} reads them, and again when they have changed; {@code TlsWatch} says in one
 * sentence why a handshake has failed.
 */
@NullMarked
package io.baton.server.tls;

import org.jspecify.annotations.NullMarked;
