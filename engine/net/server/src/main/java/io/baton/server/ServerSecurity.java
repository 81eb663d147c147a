package io.baton.server;

import io.baton.server.login.PasswordLogins;
import io.baton.server.tls.ServerTls;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import org.jspecify.annotations.Nullable;

/**
 * What the clients of a server pass before they are served, for what lets them in by another way, such as a console:
 * the same certificates, and the same users. Thread-safe.
 */
public final class ServerSecurity {

    private final @Nullable ServerTls tls;
    private final @Nullable PasswordLogins logins;

    ServerSecurity(@Nullable ServerTls tls, @Nullable PasswordLogins logins) {
        this.tls = tls;
        this.logins = logins;
    }

    /** {@return whether the server has a certificate} */
    public boolean encrypts() {
        return tls != null;
    }

    /**
     * Encrypts a new connection as the server encrypts its own: with its certificate as it is now.
     *
     * @param allocator for the connection's buffers
     * @return the handler, to be the connection's first
     * @throws IllegalStateException if the server has no certificate
     */
    public SslHandler encrypt(ByteBufAllocator allocator) {
        if (tls == null) {
            throw new IllegalStateException("the server has no certificate");
        }
        return tls.handler(allocator);
    }

    /** {@return the server's users, or null if it asks nobody who he is} */
    public @Nullable PasswordLogins logins() {
        return logins;
    }
}
