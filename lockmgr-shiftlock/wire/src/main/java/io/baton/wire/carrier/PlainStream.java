package io.baton.wire.carrier;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;

/** The bytes of a lane as they are. */
final class PlainStream implements ByteStream {

    private final SocketChannel channel;

    PlainStream(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public boolean hasRest() {
        return false;
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        channel.write(from);
    }

    @Override
    public boolean hasBacklog() {
        return false;
    }

    @Override
    public void wakeBy(Runnable reader) {
        // The channel shows all that there is.
    }

    @Override
    public SelectableChannel channel() {
        return channel;
    }

    @Override
    public void close() {
        Carrier.close(channel);
    }
}
