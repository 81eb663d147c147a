package io.baton.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a connection whose client says nothing for too long: no HELLO; no byte, with no call under way; or that takes no
 * byte of what was sent. For the event loop of the connection.
 */
final class SilenceWatch {

    private static final int LOOKS = 2;

    private final Connection connection;
    private final ServerOptions options;
    private final ChannelHandlerContext context;
    private long lastSignNanos;
    private @Nullable ScheduledFuture<?> handshake;
    private @Nullable ScheduledFuture<?> next;

    SilenceWatch(Connection connection, ServerOptions options, ChannelHandlerContext context) {
        this.connection = connection;
        this.options = options;
        this.context = context;
    }

    void begin() {
        sign();
        handshake = context.executor().schedule(() -> connection.end("it has not said HELLO "
            + (connection.isLoggedIn() ? "" : "and logged in ") + "within " + options.handshakeTimeout.toMillis()
            + " ms"),
            options.handshakeTimeout.toNanos(), TimeUnit.NANOSECONDS);
        lookAgain();
    }

    /** The client has said HELLO. */
    void greeted() {
        cancel(handshake);
        handshake = null;
    }

    /** Bytes have come, were sent, or were taken. */
    void sign() {
        lastSignNanos = options.clock.getAsLong();
    }

    /** Ends: a timer would keep the connection in memory. */
    void end() {
        greeted();
        cancel(next);
        next = null;
    }

    private void lookAgain() {
        next = context.executor().schedule(this::look, Math.max(1, options.idleTimeout.toNanos() / LOOKS),
            TimeUnit.NANOSECONDS);
    }

    private void look() {
        final boolean untaken = !context.channel().isWritable();
        final boolean waits = untaken || !connection.isBusy();
        if (waits && options.clock.getAsLong() - lastSignNanos > options.idleTimeout.toNanos()) {
            connection.end(untaken ? "it has taken no answers for too long" : "it was silent for too long");
        } else {
            lookAgain();
        }
    }

    private static void cancel(@Nullable ScheduledFuture<?> timer) {
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
