package io.baton.server;

import io.baton.protocol.Frame;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A connection to a server of this process. */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails ends the channel, which the reader is told.
final class MemoryLine extends ChannelInboundHandlerAdapter implements Line {

    /** Comes last. */
    private static final byte[] END = {};

    private final Channel channel;
    private final BlockingQueue<byte[]> came = new LinkedBlockingQueue<>();
    /** Of frames that have not come as a whole. For the event loop. */
    private byte[] begun = {};

    /**
     * Connects.
     *
     * @param loop of the process's own channels, not the server's; the caller's
     * @param name of the server
     * @param allocator of what is sent to it, and which it is to free
     */
    MemoryLine(EventLoopGroup loop, String name, ByteBufAllocator allocator) {
        channel = new Bootstrap().group(loop).channel(LocalChannel.class).option(ChannelOption.ALLOCATOR, allocator)
            .handler(this).connect(new LocalAddress(name)).syncUninterruptibly().channel();
    }

    @Override
    public Line write(byte[] bytes) {
        channel.writeAndFlush(channel.alloc().buffer(bytes.length).writeBytes(bytes));
        return this;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        final ByteBuf bytes = (ByteBuf) message;
        final byte[] all = Arrays.copyOf(begun, begun.length + bytes.readableBytes());
        bytes.readBytes(all, begun.length, bytes.readableBytes());
        bytes.release();
        final ByteBuf view = Unpooled.wrappedBuffer(all);
        while (view.readableBytes() >= Frame.HEADER_BYTES
            && view.readableBytes() >= Frame.bytes(view, view.readerIndex())) {
            final byte[] frame = new byte[(int) Frame.bytes(view, view.readerIndex())];
            view.readBytes(frame);
            came.add(frame);
        }
        begun = ByteBufUtil.getBytes(view);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        came.add(END);
    }

    @Override
    public RawClient.Came read(int timeoutMillis) throws IOException {
        final byte[] frame;
        try {
            frame = came.poll(timeoutMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        if (frame == null) {
            throw new SocketTimeoutException("no frame has come");
        }
        if (frame.length == 0) {
            came.add(END);
            throw new EOFException("the server has ended the connection");
        }
        final ByteBuf view = Unpooled.wrappedBuffer(frame);
        return new RawClient.Came(Frame.type(view, 0), Frame.request(view, 0), Frame.flags(view, 0),
            view.skipBytes(Frame.HEADER_BYTES));
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
    }
}
