package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Texts of frames: names and messages, with a length of two bytes. */
public final class TextCodec {

    /** Of a Java character. */
    private static final int UTF8_BYTES_MAX = 3;

    private TextCodec() {
    }

    /**
     * Writes a name.
     *
     * @param buffer where to
     * @param name the name
     * @throws NotEncodableException if it is no text, or too long: another name would arrive
     */
    public static void write(ByteBuf buffer, String name) {
        final String complaint = nameComplaint(name);
        if (complaint != null) {
            throw new NotEncodableException(NotEncodableException.NO_TEXT, complaint);
        }
        final int bytes = ByteBufUtil.utf8Bytes(name);
        buffer.writeShortLE(bytes);
        ByteBufUtil.reserveAndWriteUtf8(buffer, name, bytes);
    }

    /**
     * Writes a text for people. One that is too long is cut, and half of a surrogate pair is written as Java does, as
     * {@code \}{@code ud83d}: a message always arrives.
     *
     * @param buffer where to
     * @param message the text
     */
    public static void writeMessage(ByteBuf buffer, String message) {
        String fits = loneSurrogate(message) < 0 ? message : spelt(message);
        int bytes = ByteBufUtil.utf8Bytes(fits);
        if (bytes > ProtocolLimits.TEXT_BYTES_MAX) {
            final int end = ProtocolLimits.TEXT_BYTES_MAX / UTF8_BYTES_MAX;
            fits = fits.substring(0, Character.isHighSurrogate(fits.charAt(end - 1)) ? end - 1 : end);
            bytes = ByteBufUtil.utf8Bytes(fits);
        }
        buffer.writeShortLE(bytes);
        ByteBufUtil.reserveAndWriteUtf8(buffer, fits, bytes);
    }

    /**
     * Says why a name does not cross the wire.
     *
     * @param name any text
     * @return a sentence, or null if it does
     */
    public static @Nullable String nameComplaint(String name) {
        final String complaint = complaint(name);
        if (complaint != null) {
            return complaint;
        }
        final int bytes = ByteBufUtil.utf8Bytes(name);
        return bytes <= ProtocolLimits.TEXT_BYTES_MAX ? null
            : "a name of " + bytes + " bytes does not cross the wire; " + ProtocolLimits.TEXT_BYTES_MAX + " do";
    }

    private static String spelt(String message) {
        final StringBuilder spelt = new StringBuilder();
        message.codePoints().forEach(point -> {
            if (Character.getType(point) == Character.SURROGATE) {
                spelt.append(String.format(Locale.ROOT, "\\u%04x", point));
            } else {
                spelt.appendCodePoint(point);
            }
        });
        return spelt.toString();
    }

    /**
     * Finds half of a surrogate pair, which Java's strings may hold and UTF-8 cannot say.
     *
     * @param text any text
     * @return the index of the first one, or -1 if there is none
     */
    public static int loneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (text.codePointAt(i) == text.charAt(i)) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    /**
     * Says why a text does not cross the wire.
     *
     * @param text any text
     * @return a sentence that names the place of half of a surrogate pair, or null if there is none
     */
    public static @Nullable String complaint(String text) {
        final int index = loneSurrogate(text);
        return index < 0 ? null : String.format(Locale.ROOT,
            "character %d of the text, U+%04X, is half of a surrogate pair; give both halves or leave it out",
            index + 1, (int) text.charAt(index));
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
