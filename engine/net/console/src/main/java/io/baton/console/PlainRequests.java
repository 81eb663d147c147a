package io.baton.console;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.charset.StandardCharsets;

/** Tells who speaks plain HTTP to an encrypted console what to open instead. */
@SuppressWarnings("FutureReturnValueIgnored") // The connection is closed in any case.
final class PlainRequests extends ChannelInboundHandlerAdapter {

    private static final String ADVICE = "The console speaks HTTPS only; open it with https:// in front.\n";
    private static final String ANSWER = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: "
        + ADVICE.length() + "\r\nConnection: close\r\n\r\n" + ADVICE;

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake
            && handshake.cause() instanceof NotSslRecordException) {
            final ChannelHandlerContext below = context.pipeline().context(SslHandler.class);
            if (below != null) {
                below.writeAndFlush(Unpooled.copiedBuffer(ANSWER, StandardCharsets.US_ASCII));
            }
        }
        context.fireUserEventTriggered(event);
    }
}
