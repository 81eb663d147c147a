package io.baton.lab.server.access;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One end of a bare echo. */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails ends the measurement.
final class EchoLine extends ChannelInboundHandlerAdapter implements Line {

    /** As long as the frames of an empty call. */
    private static final int BYTES = 32;

    private final boolean waits;
    private @Nullable Channel channel;
    private int missing;
    private volatile @Nullable CompletableFuture<Object> answer;

    EchoLine(boolean waits) {
        this.waits = waits;
    }

    void opened(Channel newChannel) {
        channel = newChannel;
    }

    @Override
    public boolean waits() {
        return waits;
    }

    @Override
    public void call(String procedure, Object[] arguments, Answered answered) {
        final Channel open = channel;
        if (open == null) {
            throw new IllegalStateException("the connection is not open");
        }
        final CompletableFuture<Object> future = new CompletableFuture<>();
        if (!waits) {
            future.thenAccept(answered::committed);
        }
        answer = future;
        open.writeAndFlush(open.alloc().buffer(BYTES).writeZero(BYTES));
        if (waits) {
            answered.committed(future.join());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        final ByteBuf bytes = (ByteBuf) message;
        missing += bytes.readableBytes();
        bytes.release();
        final CompletableFuture<Object> waiting = answer;
        if (missing == BYTES && waiting != null) {
            missing = 0;
            waiting.complete(0L);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        final CompletableFuture<Object> waiting = answer;
        if (waiting != null) {
            waiting.completeExceptionally(new IllegalStateException("the echo has ended"));
        }
    }

    @Override
    public void close() {
        final Channel open = channel;
        if (open != null) {
            open.close().syncUninterruptibly();
        }
    }
}
