package io.baton.client;

import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.TextCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** The frames that a client sends, but for those of requests. */
final class ClientFrames {

    private ClientFrames() {
    }

    static ByteBuf goodbye(ByteBufAllocator allocator, String why) {
        return Frame.of(allocator, FrameType.GOODBYE, 0, body -> TextCodec.writeMessage(body, why));
    }

    /** A frame without a body. */
    static ByteBuf empty(ByteBufAllocator allocator, FrameType type, int request) {
        final ByteBuf buffer = allocator.buffer(Frame.HEADER_BYTES);
        return Frame.end(buffer, Frame.begin(buffer, type, request));
    }

    static ByteBuf fetch(ByteBufAllocator allocator, int request, int rows) {
        final ByteBuf buffer = allocator.buffer(Frame.HEADER_BYTES + Integer.BYTES);
        final int start = Frame.begin(buffer, FrameType.FETCH, request);
        return Frame.end(buffer.writeIntLE(rows), start);
    }
}
