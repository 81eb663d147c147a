package io.baton.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.concurrent.atomic.LongAdder;

/** Counts connections and bytes of servers. Thread-safe. */
@Sharable
@SuppressWarnings("FutureReturnValueIgnored") // Handed on as they came.
public final class TrafficCounter extends ChannelDuplexHandler {

    private final LongAdder accepted = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder sent = new LongAdder();

    /** Begins with nothing. */
    public TrafficCounter() {
    }

    /** {@return how many connections have come} */
    public long accepted() {
        return accepted.sum();
    }

    /** {@return how many bytes have come} */
    public long receivedBytes() {
        return received.sum();
    }

    /** {@return how many bytes have gone, or wait to be taken} */
    public long sentBytes() {
        return sent.sum();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        accepted.increment();
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes) {
            received.add(bytes.readableBytes());
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            sent.add(bytes.readableBytes());
        }
        context.write(message, promise);
    }
}
