package io.baton.history;

import io.baton.engine.history.UnwritableHistoryException;
import io.baton.storage.steady.SteadyChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A new file that only grows. It is written past the page cache where the file system can do that, in large aligned
 * pieces: pages of a new file cost the kernel far more time than copying the bytes (docs/performance.md). What is
 * there already is never opened, whatever it is.
 */
final class HistoryFile implements HistoryOutput {

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

    /**
     * Creates the file.
     *
     * @param path where there is nothing yet
     * @return the file, empty
     * @throws UnwritableHistoryException if there is something already, which is left as it is, or the file cannot be
     *     created
     */
    static HistoryFile create(Path path) {
        try {
            final FileChannel created =
                SteadyChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            final HistoryFile direct = openDirect(path);
            if (direct == null) {
                return new HistoryFile(created, ALIGNMENT_DEFAULT);
            }
            created.close();
            return direct;
        } catch (IOException e) {
            throw new UnwritableHistoryException(
                "the history cannot be written to " + path + ": " + trouble(path, e), e);
        }
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            final int count = Math.min(bytes.remaining(), piece.remaining());
            piece.put(bytes.slice(bytes.position(), count));
            bytes.position(bytes.position() + count);
            if (!piece.hasRemaining()) {
                writePiece();
            }
        }
    }

    @Override
    public void finish() throws IOException {
        final long length = written + piece.position();
        while (piece.position() % alignment != 0) {
            piece.put((byte) 0);
        }
        writePiece();
        channel.truncate(length);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void writePiece() throws IOException {
        piece.flip();
        while (piece.hasRemaining()) {
            written += channel.write(piece, written);
        }
        piece.clear().limit(PIECE_BYTES);
    }

    /** Opens the new file a second time, past the page cache; null if that is not possible here. */
    private static @Nullable HistoryFile openDirect(Path path) {
        try {
            final FileChannel direct = SteadyChannel.open(
                path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS, directOption());
            return new HistoryFile(direct, alignment(path));
        } catch (UnsupportedOperationException | IOException e) {
            return null;
        }
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

    private static int alignment(Path path) {
        try {
            return Math.toIntExact(Math.max(ALIGNMENT_DEFAULT, Files.getFileStore(path).getBlockSize()));
        } catch (IOException | UnsupportedOperationException e) {
            return ALIGNMENT_DEFAULT;
        }
    }

    private static String trouble(Path path, IOException failure) {
        return switch (failure) {
            case FileAlreadyExistsException taken ->
                "there is " + what(path) + " already; give a name that is not taken";
            case NoSuchFileException missing -> "there is no such directory; create it or give another name";
            case AccessDeniedException denied -> "it must not be written; give another name";
            case FileSystemException other when other.getReason() != null -> other.getReason() + "; give another name";
            default -> failure.getMessage() + "; give another name";
        };
    }

    private static String what(Path path) {
        try {
            final BasicFileAttributes found =
                Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.isSymbolicLink() ? "a symbolic link" : found.isDirectory() ? "a directory"
                : found.isRegularFile() ? "a file" : "a device or pipe";
        } catch (IOException e) {
            return "something";
        }
    }
}
