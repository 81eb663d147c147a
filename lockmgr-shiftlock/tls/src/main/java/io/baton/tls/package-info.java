/**
 * Certificates and keys as both sides of TLS read them, on lanes and on connections: {@link io.baton.tls.Pem} makes
 * them of the bytes of files and reports faults in one sentence; {@link io.baton.tls.TlsFailure} says why a handshake
 * has failed. No I/O and no threads.
 */
@NullMarked
package io.baton.tls;

import org.jspecify.annotations.NullMarked;
