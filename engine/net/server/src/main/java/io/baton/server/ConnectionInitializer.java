package io.baton.server;

import io.baton.server.login.Logins;
import io.baton.server.login.PasswordLogins;
import io.baton.server.tls.ServerTls;
import io.baton.server.users.Access;
import io.baton.server.users.UserFile;
import io.baton.server.users.Users;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client passes before it is served: TLS, its login, then its {@link Connection}. Thread-safe. */
final class ConnectionInitializer extends ChannelInitializer<Channel> {

    private final BatonServer server;
    private final ServerOptions options;
    private final @Nullable ServerTls tls;
    private final @Nullable Users users;
    private final @Nullable Logins logins;

    /**
     * Reads what it needs.
     *
     * @throws IllegalArgumentException if others than this machine could reach the server without encryption and users
     * @throws UncheckedIOException if certificates, keys or users cannot be read
     */
    ConnectionInitializer(BatonServer server, ServerOptions options) {
        this.server = server;
        this.options = options;
        checkAddress(options);
        try {
            tls = options.tls == null ? null : ServerTls.open(options.tls, options.handshakeTimeout, options.log);
            users = options.users == null ? null : Users.open(new UserFile(options.users), options.log);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        logins = users == null ? null
            : new Logins(users, options.clock, options.random, options.loginsMax, options.handshakeTimeout);
    }

    private static void checkAddress(ServerOptions options) {
        if (!(options.address instanceof InetSocketAddress address)) {
            return; // Only this process reaches it.
        }
        if (address.isUnresolved()) {
            throw new IllegalArgumentException(
                "cannot listen to " + address + ": nobody knows this host; give one of this machine's addresses");
        }
        if (address.getAddress().isLoopbackAddress() || (options.tls != null && options.users != null)) {
            return;
        }
        if (!options.insecureAddress) {
            throw new IllegalArgumentException("cannot listen to " + address + ": without encryption and users only "
                + "this machine may reach the server; give a certificate and a file of users, or an address of "
                + "loopback, such as 127.0.0.1");
        }
        options.log.accept("INSECURE: it listens to " + address + " without "
            + (options.tls == null ? "encryption" : "") + (options.tls == null && options.users == null ? " and " : "")
            + (options.users == null ? "users, so everybody who can reach it can call every procedure" : ""));
    }

    /** What reads files again that have changed. */
    List<Runnable> refreshers() {
        final List<Runnable> all = new ArrayList<>();
        if (tls != null) {
            all.add(tls::refresh);
        }
        if (users != null) {
            all.add(users::refresh);
        }
        return all;
    }

    /** For those who come another way than by this one. */
    ServerSecurity security() {
        return new ServerSecurity(tls, logins == null ? null : new PasswordLogins(logins));
    }

    @Override
    protected void initChannel(Channel channel) {
        final Connection connection = new Connection(server, options);
        if (options.traffic != null) {
            channel.pipeline().addLast(options.traffic);
        }
        if (tls != null) {
            tls.addTo(channel.pipeline(), channel.alloc(), connection);
        }
        if (logins == null) {
            connection.loggedIn(Access.ofAnybody());
        } else {
            channel.pipeline().addLast(logins.handler(connection));
        }
        channel.pipeline().addLast(connection);
    }
}
