package io.baton.console;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/** Answers the requests of one connection, one at a time. On its event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // What fails ends the connection, and then there is nothing to do.
final class ConsoleHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    private final WebConsole console;
    private boolean answering;

    ConsoleHandler(WebConsole console) {
        this.console = console;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        if (answering) {
            // No browser sends a request before the one before it is answered.
            context.close();
            return;
        }
        answering = true;
        final boolean keep = HttpUtil.isKeepAlive(request) && request.decoderResult().isSuccess();
        final boolean body = !request.method().equals(HttpMethod.HEAD);
        reply(context, request).whenComplete((reply, failure) -> {
            if (failure != null) {
                console.log("a request has failed with " + failure);
            }
            final Reply sent = failure == null ? reply
                : Reply.refused(HttpResponseStatus.INTERNAL_SERVER_ERROR, "the console has failed; its log says why");
            context.executor().execute(() -> send(context, sent.response(body), keep));
        });
    }

    private CompletableFuture<Reply> reply(ChannelHandlerContext context, FullHttpRequest request) {
        try {
            final Reply refusal =
                console.gate().refusal(request, (InetSocketAddress) context.channel().localAddress());
            return refusal == null
                ? console.api().answer(request, context.channel())
                : CompletableFuture.completedFuture(refusal);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void send(ChannelHandlerContext context, FullHttpResponse response, boolean keep) {
        answering = false;
        if (keep) {
            context.writeAndFlush(response, context.voidPromise().unvoid());
        } else {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
