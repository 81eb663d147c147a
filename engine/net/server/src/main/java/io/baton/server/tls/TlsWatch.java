package io.baton.server.tls;

import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.baton.tls.TlsFailure;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import javax.net.ssl.SSLException;

/** Waits for the end of a handshake, and says why it has failed. A client without TLS is told so in its words. */
@SuppressWarnings("FutureReturnValueIgnored") // The connection is closed in any case.
final class TlsWatch extends ChannelInboundHandlerAdapter {

    private static final String WANTED = "the server speaks TLS only; connect with TLS, and say whom to trust";

    private final TlsListener listener;
    private boolean failed;

    TlsWatch(TlsListener listener) {
        this.listener = listener;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                context.pipeline().remove(this);
            } else {
                fail(context, handshake.cause());
            }
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (failed || TlsFailure.find(cause, SSLException.class) != null) {
            fail(context, cause);
        } else {
            context.fireExceptionCaught(cause);
        }
    }

    private void fail(ChannelHandlerContext context, Throwable cause) {
        if (failed) {
            return;
        }
        failed = true;
        if (TlsFailure.find(cause, NotSslRecordException.class) != null) {
            final ChannelHandlerContext below = context.pipeline().context(SslHandler.class);
            if (below != null) {
                below.writeAndFlush(refusal(context));
            }
            listener.end("it has sent something else than TLS");
        } else if (TlsFailure.isGone(cause)) {
            // The client is gone; that is no event.
            context.close();
        } else {
            listener.end("there is no TLS with it: " + TlsFailure.ofClient(cause));
        }
    }

    private static ByteBuf refusal(ChannelHandlerContext context) {
        return Frame.of(context.alloc(), FrameType.REFUSED, 0, body -> {
            TextCodec.writeState(body, Reason.NOT_ENCRYPTED.sqlState());
            TextCodec.writeMessage(body, WANTED);
        });
    }
}
