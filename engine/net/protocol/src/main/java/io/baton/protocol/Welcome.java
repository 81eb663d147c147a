package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of a WELCOME.
 *
 * @param version the version that the server speaks
 * @param abilities what it takes beside what all servers of the version do; a client ignores those it does not know
 * @param frameBytesMax the largest frame that it takes
 * @param callsMax how many calls may be under way on the connection
 * @param idleMillis after so long without a byte the connection is closed
 * @param incarnation names the run of the server
 * @param clockNanos the server's clock, which has any beginning
 * @param endpoints where calls are best sent; none if here
 */
public record Welcome(int version, int abilities, int frameBytesMax, int callsMax, int idleMillis, long incarnation,
        long clockNanos, List<String> endpoints) {

    /** An ability: it takes contexts of traces in CALL and BEGIN, and does something with them. */
    public static final int TRACES = 1;

    /** Keeps the endpoints from changes. */
    public Welcome {
        endpoints = List.copyOf(endpoints);
    }

    /** {@return whether contexts of traces are worth sending} */
    public boolean takesTraces() {
        return (abilities & TRACES) != 0;
    }

    /**
     * Writes it.
     *
     * @param buffer where to
     */
    public void write(ByteBuf buffer) {
        buffer.writeShortLE(version).writeShortLE(abilities).writeIntLE(frameBytesMax).writeIntLE(callsMax)
            .writeIntLE(idleMillis).writeLongLE(incarnation).writeLongLE(clockNanos);
        writeTexts(buffer, endpoints);
    }

    /**
     * Reads it.
     *
     * @param buffer where it is
     * @return what the server says
     * @throws MalformedFrameException if there is none
     */
    public static Welcome read(ByteBuf buffer) {
        final int version = buffer.readUnsignedShortLE();
        final int abilities = buffer.readUnsignedShortLE();
        final int frameBytesMax = buffer.readIntLE();
        final int callsMax = buffer.readIntLE();
        final int idleMillis = buffer.readIntLE();
        if (frameBytesMax < ProtocolLimits.HELLO_BYTES_MAX || callsMax < 1 || idleMillis < 1) {
            throw new MalformedFrameException("a WELCOME with limits of " + frameBytesMax + " bytes, " + callsMax
                + " calls and " + idleMillis + " ms");
        }
        return new Welcome(version, abilities, frameBytesMax, callsMax, idleMillis, buffer.readLongLE(),
            buffer.readLongLE(),
            readTexts(buffer));
    }

    /**
     * Writes texts.
     *
     * @param buffer where to
     * @param texts 65,535 at most
     */
    public static void writeTexts(ByteBuf buffer, List<String> texts) {
        buffer.writeShortLE(texts.size());
        texts.forEach(text -> TextCodec.write(buffer, text));
    }

    /**
     * Reads texts.
     *
     * @param buffer where they are
     * @return the texts
     */
    public static List<String> readTexts(ByteBuf buffer) {
        final int count = buffer.readUnsignedShortLE();
        final List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(TextCodec.read(buffer));
        }
        return texts;
    }
}
