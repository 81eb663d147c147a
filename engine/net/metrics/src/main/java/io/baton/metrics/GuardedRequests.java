package io.baton.metrics;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets the one request of a connection from another machine pass if it may, within some seconds. */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails ends the channel.
final class GuardedRequests extends SimpleChannelInboundHandler<FullHttpRequest> {

    private static final long DEADLINE_SECONDS = 10;

    private final MetricsGuard guard;
    private boolean asked;
    private @Nullable ScheduledFuture<?> deadline;

    GuardedRequests(MetricsGuard guard) {
        this.guard = guard;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        deadline = context.executor().schedule(() -> context.close(), DEADLINE_SECONDS, TimeUnit.SECONDS);
        context.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        final ScheduledFuture<?> over = deadline;
        if (over != null) {
            over.cancel(false);
        }
        context.fireChannelInactive();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        if (asked) {
            return;
        }
        asked = true;
        HttpUtil.setKeepAlive(request, false);
        if (!request.decoderResult().isSuccess()) {
            context.fireChannelRead(request.retain());
            return;
        }
        request.retain();
        guard.admit(request, context.channel(), refusal -> {
            if (refusal == null) {
                context.fireChannelRead(request);
            } else {
                request.release();
                refuse(context, refusal);
            }
        });
    }

    private static void refuse(ChannelHandlerContext context, HttpResponseStatus status) {
        MetricsHandler.send(context, MetricsHandler.answer(context, status,
            status.equals(HttpResponseStatus.UNAUTHORIZED)
                ? "give the name and password of a user with the grant operator\n"
                : status.equals(HttpResponseStatus.FORBIDDEN) ? "the user has no grant operator\n"
                    : "too many logins are under way or have failed; try again later\n"),
            false);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
