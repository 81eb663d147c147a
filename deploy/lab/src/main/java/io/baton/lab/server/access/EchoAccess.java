package io.baton.lab.server.access;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** A bare Netty echo between two processes, as long as an empty call's frames, which nobody reads. */
final class EchoAccess implements ServerAccess {

    private final String name;
    private final boolean waits;

    /**
     * Makes an access.
     *
     * @param waits whether a thread waits for each answer; otherwise the event loop sends again by itself
     */
    EchoAccess(String name, boolean waits) {
        this.name = name;
        this.waits = waits;
    }

    @Override
    public String name() {
        return name;
    }

    /** The bare echo goes with its other form. */
    @Override
    public String asked() {
        return "echo";
    }

    @Override
    public Optional<String> missing(ServedWorkload subject) {
        return subject.isEmpty() ? Optional.empty() : Optional.of("it only echoes");
    }

    @Override
    public int underWay(ServedWorkload subject) {
        return 1;
    }

    @Override
    public boolean shares(ServerAccess other) {
        return other instanceof EchoAccess;
    }

    @Override
    public Served open(ServedWorkload subject) throws IOException {
        final ServedProcess process = ServedProcess.java(List.of(ServedChild.ECHO));
        boolean complete = false;
        try {
            final Echoing echoing = new Echoing(process, process.awaitAddress(),
                new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()));
            complete = true;
            return echoing;
        } finally {
            if (!complete) {
                process.close();
            }
        }
    }

    @Override
    public Line connect(Served served) {
        final Echoing echoing = (Echoing) served;
        final EchoLine line = new EchoLine(waits);
        final Channel channel = new Bootstrap().group(echoing.loops).channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel opened) {
                    opened.pipeline().addLast(line);
                }
            })
            .connect(echoing.address).syncUninterruptibly().channel();
        line.opened(channel);
        return line;
    }

    private record Echoing(ServedProcess process, InetSocketAddress address, EventLoopGroup loops)
        implements Served {

        @Override
        public long processorNanos() {
            return process.processorNanos();
        }

        @Override
        public String violations(long effect) {
            return "";
        }

        @Override
        public void close() {
            loops.close();
            process.close();
        }
    }
}
