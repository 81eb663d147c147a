/**
 * TLS 1.3 of lanes over TCP, with certificates on both sides: {@link io.baton.wire.tls.LaneTlsFiles} reads PEM files,
 * {@link io.baton.wire.tls.LaneTls} makes engines of them, and {@link io.baton.wire.tls.LaneTlsFailure} says in one
 * sentence why a handshake has failed. How bytes pass through an engine is {@code io.baton.wire.carrier.TlsStream}.
 */
@NullMarked
package io.baton.wire.tls;

import org.jspecify.annotations.NullMarked;
