package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Texts of frames: names and messages, with a length of two bytes. */
public final class Texts {

    /** Of a Java character. */
    private static final int UTF8_BYTES_MAX = 3;

    private Texts() {
    }

    /**
     * Writes a text. One that is too long is cut, which only messages are.
     *
     * @param buffer where to
     * @param text the text
     */
    public static void write(ByteBuf buffer, String text) {
        String fits = text;
        int bytes = ByteBufUtil.utf8Bytes(fits);
        if (bytes > ProtocolLimits.TEXT_BYTES_MAX) {
            fits = fits.substring(0, ProtocolLimits.TEXT_BYTES_MAX / UTF8_BYTES_MAX);
            bytes = ByteBufUtil.utf8Bytes(fits);
        }
        buffer.writeShortLE(bytes);
        ByteBufUtil.reserveAndWriteUtf8(buffer, fits, bytes);
    }

    /**
     * Reads a text.
     *
     * @param buffer where it is
     * @return the text
     * @throws MalformedFrameException if it is not UTF-8
     */
    public static String read(ByteBuf buffer) {
        return utf8(buffer, buffer.readUnsignedShortLE());
    }

    /** Reads so many bytes of UTF-8, which the buffer has, or else it complains. */
    static String utf8(ByteBuf buffer, int bytes) {
        final ByteBuffer slice = buffer.nioBuffer(buffer.readerIndex(), bytes);
        buffer.skipBytes(bytes);
        try {
            return StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT).decode(slice).toString();
        } catch (CharacterCodingException e) {
            throw new MalformedFrameException("text that is not UTF-8");
        }
    }

    /**
     * Writes an SQLSTATE.
     *
     * @param buffer where to
     * @param sqlState five characters
     */
    public static void writeState(ByteBuf buffer, String sqlState) {
        buffer.writeCharSequence(sqlState, StandardCharsets.US_ASCII);
    }

    /**
     * Reads an SQLSTATE.
     *
     * @param buffer where it is
     * @return five characters
     */
    public static String readState(ByteBuf buffer) {
        return buffer.readCharSequence(SQL_STATE_BYTES, StandardCharsets.US_ASCII).toString();
    }

    private static final int SQL_STATE_BYTES = 5;
}
