package io.baton.wire.tls;

import org.jspecify.annotations.Nullable;

/**
 * How lanes over TCP are protected. Lanes in shared memory and over Unix sockets are protected by file permissions.
 *
 * @param tls all of them have TLS, of any address; or null without
 * @param anyAddress without TLS: whether addresses beyond this machine are allowed, too
 */
public record LaneSecurity(@Nullable LaneTls tls, boolean anyAddress) {

    /** {@return no TLS, and nobody but this machine: addresses of loopback only} */
    public static LaneSecurity loopbackOnly() {
        return new LaneSecurity(null, false);
    }

    /** {@return TLS with certificates on both sides} */
    public static LaneSecurity encrypted(LaneTls tls) {
        return new LaneSecurity(tls, false);
    }

    /** {@return no TLS whatever the address: who reaches it reads, changes and takes all locks} */
    public static LaneSecurity insecure() {
        return new LaneSecurity(null, true);
    }
}
