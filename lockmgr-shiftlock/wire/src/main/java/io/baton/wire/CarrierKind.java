package io.baton.wire;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the bytes of a lane move. */
public enum CarrierKind {
    /** Shared memory, between processes of one machine. */
    SHM,
    /** A Unix domain socket, between processes of one machine. */
    UNIX,
    /** TCP. */
    TCP;

    /** {@return what its addresses begin with} */
    public String scheme() {
        return name().toLowerCase(Locale.ROOT);
    }

    static @Nullable CarrierKind of(String scheme) {
        for (final CarrierKind each : values()) {
            if (each.scheme().equals(scheme)) {
                return each;
            }
        }
        return null;
    }
}
