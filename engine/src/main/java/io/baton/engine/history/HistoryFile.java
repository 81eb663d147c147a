package io.baton.engine.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that only grows. It is written past the page cache where the file system can do that, in large aligned
 * pieces: pages of a new file cost the kernel far more time than copying the bytes (docs/performance.md). One thread.
 */
final class HistoryFile implements AutoCloseable {

    private static final int PIECE_BYTES = 1 << 20;
    /** For file systems that do not tell; a multiple of all usual ones. */
    private static final int ALIGNMENT_DEFAULT = 4096;

    private final FileChannel channel;
    private final int alignment;
    private final ByteBuffer piece;
    private long written;

    private HistoryFile(FileChannel channel, int alignment) {
        this.channel = channel;
        this.alignment = alignment;
        this.piece = ByteBuffer.allocateDirect(PIECE_BYTES + alignment).alignedSlice(alignment).limit(PIECE_BYTES);
    }

    /** Creates the file, or empties it. */
    static HistoryFile create(Path path) throws IOException {
        Files.deleteIfExists(path);
        try {
            final FileChannel direct = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING, directOption());
            return new HistoryFile(direct, alignment(path));
        } catch (UnsupportedOperationException | IOException e) {
            // Not every file system can; what is really wrong with the path shows here again.
            return new HistoryFile(FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING), ALIGNMENT_DEFAULT);
        }
    }

    void append(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            final int count = Math.min(bytes.remaining(), piece.remaining());
            piece.put(bytes.slice(bytes.position(), count));
            bytes.position(bytes.position() + count);
            if (!piece.hasRemaining()) {
                writePiece();
            }
        }
    }

    /** Writes what is left, and closes the file in any case. */
    @Override
    public void close() throws IOException {
        try (FileChannel open = channel) {
            final long length = written + piece.position();
            while (piece.position() % alignment != 0) {
                piece.put((byte) 0);
            }
            writePiece();
            open.truncate(length);
        }
    }

    private void writePiece() throws IOException {
        piece.flip();
        while (piece.hasRemaining()) {
            written += channel.write(piece, written);
        }
        piece.clear().limit(PIECE_BYTES);
    }

    /** Asked for by name, because it is the JDK's own and another JVM may not have it. */
    private static OpenOption directOption() {
        try {
            for (Object option : Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
                if (option instanceof OpenOption direct && "DIRECT".equals(direct.toString())) {
                    return direct;
                }
            }
        } catch (ClassNotFoundException e) {
            throw new UnsupportedOperationException(e);
        }
        throw new UnsupportedOperationException("this JVM cannot write past the page cache");
    }

    private static int alignment(Path path) throws IOException {
        return Math.toIntExact(Math.max(ALIGNMENT_DEFAULT, Files.getFileStore(path).getBlockSize()));
    }
}
