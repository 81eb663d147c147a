/**
 * TLS 1.3 of a server, on the JDK's provider. {@link io.baton.server.tls.TlsFiles} names certificates and keys;
 * {@link io.baton.server.tls.ServerTls} reads them, and again when they have changed; {@code TlsWatch} explains a
 * failed handshake in one sentence.
 */
@NullMarked
package io.baton.server.tls;

import org.jspecify.annotations.NullMarked;
