package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.Consumer;

/**
 * The header of a frame.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                            length                             |   0
 *  +---------------+---------------+-------------------------------+
 *  |     type      |     flags     |               0               |   4
 *  +---------------+---------------+-------------------------------+
 *  |                            request                            |   8
 *  +---------------------------------------------------------------+
 *  |                             body                             ...  12
 * </pre>
 */
public final class Frame {

    /** Bytes of the header. */
    public static final int HEADER_BYTES = 12;
    /** In RESULT, PAGE and LISTING: there are more. */
    public static final int MORE = 1;
    /** In CALL: it has a key. */
    public static final int KEYED = 1;
    /** In CALL: it is part of a transaction. */
    public static final int IN_TRANSACTION = 2;
    /** In CALL: it begins when calls of the same order, which came before it, have ended. */
    public static final int ORDERED = 4;

    /** In CALL: it is refused unless the procedure only reads. In DESCRIPTION: the procedure only reads. */
    public static final int READ_ONLY = 8;
    /** In CALL and BEGIN: it has the context of its caller's trace. */
    public static final int TRACED = 16;

    private static final int TYPE_OFFSET = 4;
    private static final int FLAGS_OFFSET = 5;
    private static final int REQUEST_OFFSET = 8;

    private Frame() {
    }

    /**
     * Makes a frame.
     *
     * @param allocator of its buffer
     * @param type its type
     * @param request its request number, or 0
     * @param body writes its body
     * @return the frame
     */
    public static ByteBuf of(ByteBufAllocator allocator, FrameType type, int request, Consumer<ByteBuf> body) {
        final ByteBuf buffer = allocator.buffer();
        final int start = begin(buffer, type, request);
        body.accept(buffer);
        return end(buffer, start);
    }

    /**
     * Begins a frame, whose body is to be written behind.
     *
     * @param buffer an empty buffer, or one that ends with another frame
     * @param type its type
     * @param request its request number, or 0
     * @return where it begins, for {@link #end}
     */
    public static int begin(ByteBuf buffer, FrameType type, int request) {
        final int start = buffer.writerIndex();
        buffer.writeIntLE(0).writeByte(type.code()).writeByte(0).writeShortLE(0).writeIntLE(request);
        return start;
    }

    /**
     * Ends a frame: tells its length.
     *
     * @param buffer where it was written to
     * @param start where it begins
     * @return the buffer
     */
    public static ByteBuf end(ByteBuf buffer, int start) {
        return buffer.setIntLE(start, buffer.writerIndex() - start - Integer.BYTES);
    }

    /**
     * Sets the flags.
     *
     * @param buffer where it is
     * @param start where it begins
     * @param flags its flags
     */
    public static void flags(ByteBuf buffer, int start, int flags) {
        buffer.setByte(start + FLAGS_OFFSET, flags);
    }

    /**
     * Gives a frame another request number.
     *
     * @param buffer where it is
     * @param start where it begins
     * @param request its request number
     */
    public static void request(ByteBuf buffer, int start, int request) {
        buffer.setIntLE(start + REQUEST_OFFSET, request);
    }

    /**
     * Reads the length of a frame.
     *
     * @param buffer 4 bytes of it or more
     * @param start where it begins
     * @return how many bytes there are from its begin to its end, as the peer says; less than a header if it lies
     */
    public static long bytes(ByteBuf buffer, int start) {
        return buffer.getUnsignedIntLE(start) + Integer.BYTES;
    }

    /**
     * Reads the type.
     *
     * @param buffer where it is
     * @param start where it begins
     * @return the type
     * @throws MalformedFrameException if there is none such
     */
    public static FrameType type(ByteBuf buffer, int start) {
        return FrameType.of(buffer.getUnsignedByte(start + TYPE_OFFSET));
    }

    /**
     * Reads the flags.
     *
     * @param buffer where it is
     * @param start where it begins
     * @return the flags
     */
    public static int flags(ByteBuf buffer, int start) {
        return buffer.getUnsignedByte(start + FLAGS_OFFSET);
    }

    /**
     * Reads the request number.
     *
     * @param buffer where it is
     * @param start where it begins
     * @return the number, all 32 bits of it
     */
    public static int request(ByteBuf buffer, int start) {
        return buffer.getIntLE(start + REQUEST_OFFSET);
    }
}
