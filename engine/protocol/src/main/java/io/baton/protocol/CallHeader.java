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
 * @param arguments how many values there are behind it
 */
public record CallHeader(int procedure, long timeoutMicros, int pageRows, @Nullable CallKey key, int arguments) {

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
        buffer.writeShortLE(arguments);
    }

    /**
     * Reads it.
     *
     * @param buffer where it is
     * @param keyed whether the frame's flags say that it has a key
     * @return the header
     */
    public static CallHeader read(ByteBuf buffer, boolean keyed) {
        final int procedure = buffer.readIntLE();
        final long timeoutMicros = Math.max(0, buffer.readLongLE());
        final int pageRows = Math.max(0, buffer.readIntLE());
        final CallKey key = keyed ? CallKey.read(buffer) : null;
        return new CallHeader(procedure, timeoutMicros, pageRows, key, buffer.readUnsignedShortLE());
    }
}
