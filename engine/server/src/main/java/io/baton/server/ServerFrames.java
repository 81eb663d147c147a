package io.baton.server;

import io.baton.protocol.Answer;
import io.baton.protocol.Description;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.Reason;
import io.baton.protocol.Texts;
import io.baton.protocol.Values;
import io.baton.protocol.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.function.Consumer;

/** The frames that a server sends, but for those of results. */
final class ServerFrames {

    /** Names are those of classes or of the bundle's author: so many fit into a frame. */
    private static final int LISTING_NAMES = 500;

    private ServerFrames() {
    }

    static ByteBuf welcome(ByteBufAllocator allocator, int request, Welcome welcome) {
        return frame(allocator, FrameType.WELCOME, request, welcome::write);
    }

    static ByteBuf refused(ByteBufAllocator allocator, Reason reason, String message) {
        return frame(allocator, FrameType.REFUSED, 0, body -> {
            Texts.writeState(body, reason.sqlState());
            Texts.write(body, message);
        });
    }

    static ByteBuf description(ByteBufAllocator allocator, int request, Description description) {
        return frame(allocator, FrameType.DESCRIPTION, request, description::write);
    }

    /** The first of so many names, with a flag if there are more. */
    static ByteBuf listing(ByteBufAllocator allocator, int request, List<String> names) {
        final ByteBuf buffer = frame(allocator, FrameType.LISTING, request,
            body -> Welcome.writeTexts(body, names.subList(0, Math.min(LISTING_NAMES, names.size()))));
        Frame.flags(buffer, 0, names.size() > LISTING_NAMES ? Frame.MORE : 0);
        return buffer;
    }

    /** A RESULT without a value, of what has succeeded. */
    static ByteBuf done(ByteBufAllocator allocator, int request) {
        return frame(allocator, FrameType.RESULT, request, body -> {
            Answer.COMMITTED.write(body);
            Values.write(body, null);
        });
    }

    static ByteBuf pong(ByteBufAllocator allocator, int request) {
        return frame(allocator, FrameType.PONG, request, body -> {});
    }

    static ByteBuf goodbye(ByteBufAllocator allocator, String why) {
        return frame(allocator, FrameType.GOODBYE, 0, body -> Texts.write(body, why));
    }

    private static ByteBuf frame(ByteBufAllocator allocator, FrameType type, int request, Consumer<ByteBuf> body) {
        final ByteBuf buffer = allocator.buffer();
        final int start = Frame.begin(buffer, type, request);
        body.accept(buffer);
        return Frame.end(buffer, start);
    }
}
