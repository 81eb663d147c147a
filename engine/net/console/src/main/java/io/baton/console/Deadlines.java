package io.baton.console;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections that are too slow: the next request must have come as a whole, and an answer must have been taken
 * as a whole, within a time. Bytes that trickle in or out do not make it longer. On the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails ends the connection, and then there is nothing to do.
final class Deadlines extends ChannelDuplexHandler {

    private final long timeoutNanos;
    private @Nullable Future<?> deadline;

    Deadlines(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        begin(context);
        context.fireChannelActive();
    }

    /** A request has come as a whole; what it asks for has a time limit of its own. */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        stop();
        context.fireChannelRead(message);
    }

    /** An answer goes out; when it has gone, the next request may come. */
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        begin(context);
        promise.addListener((ChannelFutureListener) future -> {
            if (future.channel().isActive()) {
                begin(context);
            }
        });
        context.write(message, promise);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stop();
        context.fireChannelInactive();
    }

    private void begin(ChannelHandlerContext context) {
        stop();
        deadline = context.executor().schedule((Runnable) context::close, timeoutNanos, TimeUnit.NANOSECONDS);
    }

    private void stop() {
        final Future<?> running = deadline;
        if (running != null) {
            running.cancel(false);
            deadline = null;
        }
    }
}
