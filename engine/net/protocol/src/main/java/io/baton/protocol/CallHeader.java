package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The body of a CALL, but for the arguments behind it.
 *
 * @param procedure the procedure's number on this connection
 * @param timeoutMicros how long it may take, or 0 for what the server allows
 * @param pageRows how many rows a page has, or 0 for what the server likes
 * @param key what makes it the same call when it is sent again, or null
 * @param transaction the number of the transaction that it is part of, or 0
 * @param order the number of the order in which it begins, or 0; a call has a transaction or an order
 * @param trace within which span of its caller's it is made, or null
 * @param arguments how many values there are behind it
 */
public record CallHeader(int procedure, long timeoutMicros, int pageRows, @Nullable CallKey key, int transaction,
        int order, @Nullable TraceContext trace, int arguments) {

    /**
     * Makes the header of a call that is a transaction of its own, and waits for no other call.
     *
     * @param procedure the procedure's number on this connection
     * @param timeoutMicros how long it may take, or 0 for what the server allows
     * @param pageRows how many rows a page has, or 0 for what the server likes
     * @param key what makes it the same call when it is sent again, or null
     * @param arguments how many values there are behind it
     */
    public CallHeader(int procedure, long timeoutMicros, int pageRows, @Nullable CallKey key, int arguments) {
        this(procedure, timeoutMicros, pageRows, key, 0, 0, null, arguments);
    }

    /** {@return the flags of a frame with it} */
    public int flags() {
        return (key == null ? 0 : Frame.KEYED) | (transaction == 0 ? 0 : Frame.IN_TRANSACTION)
            | (order == 0 ? 0 : Frame.ORDERED) | (trace == null ? 0 : Frame.TRACED);
    }

    /**
     * Writes it.
     *
     * @param buffer where to
     */
    public void write(ByteBuf buffer) {
        buffer.writeIntLE(procedure).writeLongLE(timeoutMicros).writeIntLE(pageRows);
        if (key != null) {
            key.write(buffer);
        }
        if (transaction != 0) {
            buffer.writeIntLE(transaction);
        }
        if (order != 0) {
            buffer.writeIntLE(order);
        }
        if (trace != null) {
            trace.write(buffer);
        }
        buffer.writeShortLE(arguments);
    }

    /**
     * Reads it.
     *
     * @param buffer where it is
     * @param flags of the frame
     * @return the header
     */
    public static CallHeader read(ByteBuf buffer, int flags) {
        final int procedure = buffer.readIntLE();
        final long timeoutMicros = Math.max(0, buffer.readLongLE());
        final int pageRows = Math.max(0, buffer.readIntLE());
        final CallKey key = (flags & Frame.KEYED) == 0 ? null : CallKey.read(buffer);
        final boolean within = (flags & Frame.IN_TRANSACTION) != 0;
        final int transaction = within ? buffer.readIntLE() : 0;
        if (within && (transaction == 0 || key != null)) {
            throw new MalformedFrameException("a call within transaction " + transaction
                + (key == null ? "" : " with a key, which is for calls that are transactions of their own"));
        }
        final boolean ordered = (flags & Frame.ORDERED) != 0;
        final int order = ordered ? buffer.readIntLE() : 0;
        if (ordered && (order == 0 || within)) {
            throw new MalformedFrameException("a call in order " + order
                + (within ? " within a transaction, whose calls are in order anyway" : ""));
        }
        final TraceContext trace = (flags & Frame.TRACED) == 0 ? null : TraceContext.read(buffer);
        return new CallHeader(procedure, timeoutMicros, pageRows, key, transaction, order, trace,
            buffer.readUnsignedShortLE());
    }
}
