package io.baton.jdbc;

import io.baton.jdbc.value.SqlErrors;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Reads parameters that are given as streams. They are in memory then, as frames have a limit. */
final class ParameterStreams {

    private static final int BYTES_MAX = 64 << 20;
    private static final int PIECE = 4_096;

    private ParameterStreams() {
    }

    /** Reads bytes; a length below 0 means all there are. */
    static byte @Nullable [] bytes(@Nullable InputStream stream, long length) throws SQLException {
        if (stream == null) {
            return null;
        }
        try {
            final byte[] bytes = stream.readNBytes((int) Math.min(length < 0 ? BYTES_MAX : length, BYTES_MAX));
            check(bytes.length, length);
            return bytes;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Reads a text of ASCII. */
    static @Nullable String ascii(@Nullable InputStream stream, long length) throws SQLException {
        final byte[] bytes = bytes(stream, length);
        if (bytes == null) {
            return null;
        }
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] < 0) {
                throw SqlErrors.of(SqlErrors.BAD_CHARACTER, "byte " + (i + 1) + " of the stream, 0x"
                    + HexFormat.of().toHexDigits(bytes[i]) + ", is not ASCII; use setCharacterStream");
            }
        }
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /** Reads a text. */
    static @Nullable String text(@Nullable Reader reader, long length) throws SQLException {
        if (reader == null) {
            return null;
        }
        final long most = Math.min(length < 0 ? BYTES_MAX : length, BYTES_MAX);
        final StringBuilder text = new StringBuilder();
        final char[] piece = new char[PIECE];
        try {
            while (text.length() < most) {
                final int read = reader.read(piece, 0, (int) Math.min(PIECE, most - text.length()));
                if (read < 0) {
                    break;
                }
                text.append(piece, 0, read);
            }
            check(text.length(), length);
            return text.toString();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static void check(long read, long length) throws SQLException {
        if (length >= 0 && read != length) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT,
                "a stream of " + read + " was given as one of " + length + "; at most " + BYTES_MAX + " are possible");
        }
    }

    private static SQLException unreadable(IOException why) {
        final SQLException exception =
            SqlErrors.of(SqlErrors.BAD_ARGUMENT, "the stream cannot be read: " + why.getMessage());
        exception.initCause(why);
        return exception;
    }
}
