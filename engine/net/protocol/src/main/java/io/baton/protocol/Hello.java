package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The body of a HELLO.
 *
 * @param version the version that the client speaks
 * @param frameBytesMax the largest frame that it takes
 * @param name what it calls itself, for the server's log
 */
public record Hello(int version, int frameBytesMax, String name) {

    /** BATONCAL, as bytes. */
    private static final long MAGIC = 0x4c41434e4f544142L;

    /**
     * Compares versions.
     *
     * @return why a server refuses it, or null if both speak the same version
     */
    public @Nullable String misfit() {
        return version == ProtocolLimits.VERSION ? null
            : "the client speaks version " + version + " of the protocol, and this server version "
                + ProtocolLimits.VERSION;
    }

    /**
     * Writes it.
     *
     * @param buffer where to
     */
    public void write(ByteBuf buffer) {
        buffer.writeLongLE(MAGIC).writeShortLE(version).writeShortLE(0).writeIntLE(frameBytesMax);
        TextCodec.writeMessage(buffer, name);
    }

    /**
     * Reads it.
     *
     * @param buffer where it is
     * @return what the client says
     * @throws MalformedFrameException if there is none
     */
    public static Hello read(ByteBuf buffer) {
        if (buffer.readLongLE() != MAGIC) {
            throw new MalformedFrameException("a HELLO without the protocol's magic");
        }
        final int version = buffer.readUnsignedShortLE();
        buffer.readShortLE();
        final long frameBytesMax = buffer.readUnsignedIntLE();
        if (frameBytesMax < ProtocolLimits.HELLO_BYTES_MAX) {
            throw new MalformedFrameException("a client that takes frames of " + frameBytesMax + " bytes only");
        }
        return new Hello(version, (int) Math.min(frameBytesMax, ProtocolLimits.FRAME_BYTES_MOST),
            TextCodec.read(buffer));
    }
}
