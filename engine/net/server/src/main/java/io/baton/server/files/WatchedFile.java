package io.baton.server.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * A small file, and whether it is still as it was read. After a failure it counts as changed until it is read or gone:
 * what makes a file readable again, such as another owner or mode, is not seen in it. For one thread at a time.
 */
public final class WatchedFile {

    private static final int BYTES_MAX = 16 << 20;

    /** What differs between two versions of a file, as far as the file system tells. */
    private record Stamp(FileTime modified, long bytes, @Nullable Object key) {
    }

    private final Path path;
    private @Nullable Stamp read;

    /**
     * Names a file.
     *
     * @param path where it is
     */
    public WatchedFile(Path path) {
        this.path = path;
    }

    /** {@return the file's name as it was given} */
    public String name() {
        return path.toString();
    }

    /**
     * Reads it.
     *
     * @return all bytes
     * @throws IOException if it is not there, cannot be read or has more than 16 MiB; it says so with the file's name
     */
    public byte[] read() throws IOException {
        // Before the bytes: a change in between is then seen, at worst once too often.
        final Stamp begin = stamp();
        read = null;
        try (InputStream in = Files.newInputStream(path)) {
            final byte[] bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw new IOException(path + " has more than " + BYTES_MAX + " bytes; give another file");
            }
            read = begin;
            return bytes;
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + path, e);
        } catch (java.nio.file.AccessDeniedException e) {
            throw new IOException(path + " cannot be read: permission denied", e);
        }
    }

    /** {@return whether it has changed, come or gone since it was read, or is there and could not be read} */
    public boolean hasChanged() {
        final Stamp now = stamp();
        return now == null ? read != null : !now.equals(read);
    }

    private @Nullable Stamp stamp() {
        try {
            final BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
            return new Stamp(now.lastModifiedTime(), now.size(), now.fileKey());
        } catch (IOException e) {
            return null;
        }
    }
}
