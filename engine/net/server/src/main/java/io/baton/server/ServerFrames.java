package io.baton.server;

import io.baton.protocol.Answer;
import io.baton.protocol.Description;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.baton.protocol.ValueCodec;
import io.baton.protocol.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.List;

/** The frames that a server sends, but for those of results. */
final class ServerFrames {

    private ServerFrames() {
    }

    static ByteBuf welcome(ByteBufAllocator allocator, int request, Welcome welcome) {
        return Frame.of(allocator, FrameType.WELCOME, request, welcome::write);
    }

    static ByteBuf refused(ByteBufAllocator allocator, Reason reason, String message) {
        return Frame.of(allocator, FrameType.REFUSED, 0, body -> {
            TextCodec.writeState(body, reason.sqlState());
            TextCodec.writeMessage(body, message);
        });
    }

    static ByteBuf description(ByteBufAllocator allocator, int request, Description description) {
        final ByteBuf frame = Frame.of(allocator, FrameType.DESCRIPTION, request, description::write);
        Frame.flags(frame, 0, description.flags());
        return frame;
    }

    /** The first names, as many as the client takes, with a flag if there are more. */
    static ByteBuf listing(ByteBufAllocator allocator, int request, List<String> names, int frameBytesMax) {
        final List<String> fit = new ArrayList<>();
        int left = frameBytesMax - Frame.HEADER_BYTES - Short.BYTES;
        boolean more = false;
        for (final String name : names) {
            final int bytes = Short.BYTES + ByteBufUtil.utf8Bytes(name);
            more = !fit.isEmpty() && (bytes > left || fit.size() == ProtocolLimits.COMPONENTS_MAX);
            if (more) {
                break;
            }
            // A name that fits into no text, or no frame of this client, cannot be told.
            if (bytes <= Math.min(left, Short.BYTES + ProtocolLimits.TEXT_BYTES_MAX)) {
                fit.add(name);
                left -= bytes;
            }
        }
        final ByteBuf buffer =
            Frame.of(allocator, FrameType.LISTING, request, body -> Welcome.writeTexts(body, fit));
        Frame.flags(buffer, 0, more ? Frame.MORE : 0);
        return buffer;
    }

    /** A RESULT without a value, of what has succeeded. */
    static ByteBuf done(ByteBufAllocator allocator, int request) {
        return Frame.of(allocator, FrameType.RESULT, request, body -> {
            Answer.COMMITTED.write(body);
            ValueCodec.write(body, null);
        });
    }

    static ByteBuf pong(ByteBufAllocator allocator, int request, long clockNanos) {
        return Frame.of(allocator, FrameType.PONG, request, body -> body.writeLongLE(clockNanos));
    }

    static ByteBuf goodbye(ByteBufAllocator allocator, String why) {
        return Frame.of(allocator, FrameType.GOODBYE, 0, body -> TextCodec.writeMessage(body, why));
    }
}
