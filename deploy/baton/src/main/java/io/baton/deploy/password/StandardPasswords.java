package io.baton.deploy.password;

import io.baton.deploy.command.PasswordSource;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Passwords of this process's terminal and standard input.
 *
 * @param console the terminal, or null if there is none
 * @param input standard input
 * @param terminal what standard input may be, also without a console
 */
public record StandardPasswords(@Nullable Console console, InputStream input, InputTerminal terminal)
    implements PasswordSource {

    /** Bytes of a line; a longer one is no password. */
    private static final int LINE_BYTES_MAX = 8_192;

    @Override
    public char @Nullable [] ask(String prompt) {
        // Java has a console also where nobody sits in front of it, and none while results go into a file.
        if (console != null && console.isTerminal()) {
            return console.readPassword("%s", prompt);
        }
        if (isPiped()) {
            return null;
        }
        try (InputTerminal.Hidden hidden = terminal.hide(prompt)) {
            return hidden == null ? null : line();
        }
    }

    @Override
    public boolean isPiped() {
        return !terminal.isThere();
    }

    @Override
    public char @Nullable [] line() {
        final byte[] bytes = new byte[LINE_BYTES_MAX];
        int length = 0;
        try {
            int next = input.read();
            if (next < 0) {
                return null;
            }
            while (next >= 0 && next != '\n' && length < LINE_BYTES_MAX) {
                bytes[length++] = (byte) next;
                next = input.read();
            }
            return line(bytes, length);
        } catch (IOException e) {
            throw new UncheckedIOException("standard input cannot be read: " + e.getMessage(), e);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /** The first line of some bytes, without its end. */
    static char[] line(byte[] bytes, int length) {
        final CharBuffer decoded = StandardCharsets.UTF_8.decode(ByteBuffer.wrap(bytes, 0, length));
        int end = 0;
        while (end < decoded.length() && decoded.charAt(end) != '\n' && decoded.charAt(end) != '\r') {
            end++;
        }
        final char[] line = new char[end];
        decoded.get(line);
        Arrays.fill(decoded.array(), '\0');
        return line;
    }
}
