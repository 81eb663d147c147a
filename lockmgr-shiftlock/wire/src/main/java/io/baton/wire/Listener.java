package io.baton.wire;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A socket at which a lock server gets new lanes. */
final class Listener {

    private final ServerSocketChannel channel;
    private final WireAddress address;
    private final LockServer server;

    Listener(ServerSocketChannel channel, WireAddress address, LockServer server) {
        this.channel = channel;
        this.address = address;
        this.server = server;
    }

    ServerSocketChannel channel() {
        return channel;
    }

    WireAddress address() {
        return address;
    }

    /** Takes the lanes that wait; returns false if that failed, and is worth another try only after a while. */
    boolean accept() {
        try {
            @Nullable
            SocketChannel accepted = channel.accept();
            while (accepted != null) {
                server.accept(accepted, address);
                accepted = channel.accept();
            }
            return true;
        } catch (IOException e) {
            server.log(address + " could not take a lane: " + e.getMessage());
            return false;
        }
    }

    void close() {
        Sockets.close(channel);
        Sockets.removeTraces(address);
    }
}
