package io.baton.lab.server.access;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A bare Netty server that sends back what comes: the least that a round trip can cost. */
final class EchoServer {

    private EchoServer() {
    }

    static void run(Orders.Loop loop) throws IOException {
        try (EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory())) {
            final Channel listener = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new Echo());
                    }
                })
                .bind("127.0.0.1", 0).syncUninterruptibly().channel();
            loop.serve(((InetSocketAddress) listener.localAddress()).getPort(), line -> "");
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A write that fails ends the measurement.
    private static final class Echo extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            context.write(message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }
    }
}
