package io.baton.deploy.shell;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of a file or a pipe, in UTF-8. What is something else is refused, line by line, and never replaced. */
final class StreamLines implements Lines {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final InputStream stream;
    private boolean begun;

    /**
     * Reads lines.
     *
     * @param stream where they are; it is not closed
     */
    StreamLines(InputStream stream) {
        this.stream = new BufferedInputStream(stream);
    }

    @Override
    public @Nullable String next() throws ShellException {
        final ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            int next = stream.read();
            if (next < 0) {
                return null;
            }
            while (next >= 0 && next != '\n') {
                line.write(next);
                next = stream.read();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text(line.toByteArray());
    }

    private String text(byte[] bytes) throws ShellException {
        try {
            final String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            final boolean marked = !begun && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
            begun = true;
            return text.substring(marked ? 1 : 0, text.endsWith("\r") ? text.length() - 1 : text.length());
        } catch (CharacterCodingException e) {
            throw new ShellException("it is not UTF-8; convert it");
        }
    }

    @Override
    public boolean interactive() {
        return false;
    }

    @Override
    public void onInterrupt(Runnable action) {
        // The signal ends the program.
    }

    @Override
    public void close() {
        // Who opened the stream closes it.
    }
}
