/**
 * Certificates and keys as both sides of TLS read them: {@link io.baton.protocol.tls.Pem} makes them of the bytes of
 * files and reports faults in one sentence; {@link io.baton.protocol.tls.ChannelBinding} binds a login to a certificate
 * (RFC 5929). No I/O and no threads.
 */
@NullMarked
package io.baton.protocol.tls;

import org.jspecify.annotations.NullMarked;
