package io.baton.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;

/** Answers the requests of one connection. */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails ends the channel.
final class MetricsHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    static final String PATH = "/metrics";
    private static final String TEXT = "text/plain; charset=utf-8";

    private final PrometheusMeterRegistry registry;

    MetricsHandler(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        final String path = request.uri().split("\\?", 2)[0];
        final boolean keepAlive = request.decoderResult().isSuccess() && HttpUtil.isKeepAlive(request);
        final FullHttpResponse response;
        if (!request.decoderResult().isSuccess()) {
            response = answer(context, HttpResponseStatus.BAD_REQUEST, "this is no HTTP request\n");
        } else if (!path.equals(PATH)) {
            response = answer(context, HttpResponseStatus.NOT_FOUND, "metrics are at " + PATH + "\n");
        } else if (!request.method().equals(HttpMethod.GET)) {
            response = answer(context, HttpResponseStatus.METHOD_NOT_ALLOWED, "metrics can be read only: GET\n");
        } else {
            final String type = Exposition.of(request.headers().getAll(HttpHeaderNames.ACCEPT)).contentType();
            response = answer(context, HttpResponseStatus.OK, registry.scrape(type));
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, type)
                .set(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT);
        }
        send(context, response, keepAlive);
    }

    static void send(ChannelHandlerContext context, FullHttpResponse response, boolean keepAlive) {
        HttpUtil.setKeepAlive(response, keepAlive);
        final var written = context.writeAndFlush(response);
        if (!keepAlive) {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    static FullHttpResponse answer(ChannelHandlerContext context, HttpResponseStatus status, String text) {
        final ByteBuf body = ByteBufUtil.writeUtf8(context.alloc(), text);
        final FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, TEXT)
            .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        if (status.equals(HttpResponseStatus.UNAUTHORIZED)) {
            response.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Basic realm=\"baton\", charset=\"UTF-8\"");
        }
        return response;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
