package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what comes from a peer into frames. While it is paused it keeps what has come already, at most what one read of
 * the channel brings beside one frame, and hands nothing out. For the channel's event loop alone.
 */
public abstract class FrameHandler extends ChannelInboundHandlerAdapter {

    /** How a TLS record begins with which a client greets: its type, and its version's first byte. */
    private static final int TLS_HANDSHAKE = 0x1603;
    /** With these four characters each answer of HTTP begins. */
    private static final int HTTP = 0x48545450;

    private @Nullable ByteBuf collected;
    private boolean cutting;
    private boolean held;

    /** Makes one for one connection. */
    protected FrameHandler() {
    }

    /**
     * Takes a frame.
     *
     * @param context the channel
     * @param type its type
     * @param flags its flags
     * @param request its request number
     * @param body its body, valid until this returns; all of it is to be read
     * @throws MalformedFrameException if the protocol does not allow it
     */
    protected abstract void frame(ChannelHandlerContext context, FrameType type, int flags, int request, ByteBuf body);

    /** {@return the largest frame that the peer may send now, in bytes} */
    protected abstract int frameBytesMax();

    /** {@return whether all frames are to wait} */
    protected abstract boolean paused();

    /**
     * Tells whether the next frame is to wait, and those behind it.
     *
     * @param type its type
     * @return whether it waits until {@link #cut} is called at another time
     */
    protected boolean holdsBack(FrameType type) {
        return false;
    }

    /**
     * Ends the connection, as the peer has not kept to the protocol.
     *
     * @param context the channel
     * @param why what was wrong
     */
    protected abstract void malformed(ChannelHandlerContext context, MalformedFrameException why);

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        final ByteBuf bytes = (ByteBuf) message;
        final ByteBuf before = collected;
        collected = before == null ? bytes
            : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(context.alloc(), before, bytes);
        cut(context);
    }

    /** {@return whether bytes have come that wait, so that no more are to be read} */
    protected final boolean isBlocked() {
        return collected != null && (held || paused());
    }

    /**
     * Gives away what has come and was not handed out, for the handler that takes the connection over.
     *
     * @return the bytes, or null if there are none
     */
    protected final @Nullable ByteBuf takeCollected() {
        final ByteBuf bytes = collected;
        collected = null;
        return bytes;
    }

    /**
     * Hands out frames that have come already, until it is paused.
     *
     * @param context the channel
     */
    protected final void cut(ChannelHandlerContext context) {
        if (cutting) {
            return;
        }
        cutting = true;
        held = false;
        try {
            ByteBuf bytes = collected;
            while (bytes != null && !paused() && next(context, bytes)) {
                bytes = collected;
            }
        } catch (MalformedFrameException e) {
            discard();
            malformed(context, e);
        } finally {
            cutting = false;
            tidy();
        }
    }

    /** Hands out one frame, if it is there as a whole. */
    private boolean next(ChannelHandlerContext context, ByteBuf bytes) {
        if (bytes.readableBytes() < Frame.HEADER_BYTES) {
            return false;
        }
        final int start = bytes.readerIndex();
        final long length = Frame.bytes(bytes, start);
        if (length < Frame.HEADER_BYTES || length > frameBytesMax()) {
            if (bytes.getUnsignedShort(start) == TLS_HANDSHAKE) {
                throw new MalformedFrameException("the begin of TLS, which is not spoken here");
            }
            if (bytes.getInt(start) == HTTP) {
                throw MalformedFrameException.ofHttp();
            }
            throw new MalformedFrameException("a frame of " + length + " bytes; " + Frame.HEADER_BYTES + " to "
                + frameBytesMax() + " are allowed");
        }
        final FrameType type = Frame.type(bytes, start);
        held = bytes.readableBytes() >= length && holdsBack(type);
        if (held || bytes.readableBytes() < length) {
            return false;
        }
        final ByteBuf body = bytes.slice(start + Frame.HEADER_BYTES, (int) length - Frame.HEADER_BYTES);
        bytes.skipBytes((int) length);
        try {
            frame(context, type, Frame.flags(bytes, start), Frame.request(bytes, start), body);
        } catch (IndexOutOfBoundsException e) {
            throw new MalformedFrameException("a frame of type " + type + " that ends too early");
        }
        if (body.isReadable()) {
            throw new MalformedFrameException(
                "a frame of type " + type + " with " + body.readableBytes() + " bytes too many");
        }
        return true;
    }

    /** Frees what has been read. */
    private void tidy() {
        final ByteBuf bytes = collected;
        if (bytes != null && !bytes.isReadable()) {
            discard();
        }
    }

    private void discard() {
        final ByteBuf bytes = collected;
        collected = null;
        if (bytes != null) {
            bytes.release();
        }
    }

    /** {@inheritDoc} Forgets a frame that has not come as a whole. */
    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        discard();
    }
}
