package io.baton.storage.log.file;

import io.baton.storage.steady.SteadyChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The log's directory: names of segments, and the only class of the log that opens and moves files. */
public final class LogFiles {
    private static final String SUFFIX = ".log";
    private static final String UNFINISHED = ".tmp";
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{16}\\.log");
    private static final int HEX = 16;

    private final Path directory;

    public LogFiles(Path directory) {
        this.directory = directory;
    }

    Path directory() {
        return directory;
    }

    /** Returns the path of a segment that is in use. */
    public Path segment(long number) {
        return directory.resolve("%016x".formatted(number) + SUFFIX);
    }

    /** Returns the path of a segment that is being made ready. */
    public Path unfinished(long number) {
        return directory.resolve("%016x".formatted(number) + SUFFIX + UNFINISHED);
    }

    /** Returns the segments by number. */
    public NavigableMap<Long, Path> segments() throws IOException {
        final NavigableMap<Long, Path> found = new TreeMap<>();
        for (Path entry : entries()) {
            final String name = String.valueOf(entry.getFileName());
            if (NAME.matcher(name).matches()) {
                found.put(Long.parseUnsignedLong(name.substring(0, HEX), HEX), entry);
            }
        }
        return found;
    }

    /** Removes what an earlier process left unfinished. */
    public void removeUnfinished() throws IOException {
        for (Path entry : entries()) {
            if (String.valueOf(entry.getFileName()).endsWith(SUFFIX + UNFINISHED)) {
                Files.deleteIfExists(entry);
            }
        }
    }

    private List<Path> entries() throws IOException {
        final List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(all::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    public FileChannel create(Path path) throws IOException {
        return SteadyChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    public FileChannel openForWriting(Path path) throws IOException {
        return SteadyChannel.open(path, StandardOpenOption.WRITE);
    }

    FileChannel openForReading(Path path) throws IOException {
        return SteadyChannel.open(path, StandardOpenOption.READ);
    }

    /** Returns whether a file exists, or that cannot be determined. */
    public boolean isThere(Path path) {
        try {
            Files.readAttributes(path, BasicFileAttributes.class);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    public long size(Path path) throws IOException {
        return Files.size(path);
    }

    public void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    public void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    /** Makes names of files safe. */
    public void forceDirectory() throws IOException {
        SteadyChannel.forceDirectory(directory);
    }

    /** Writes all bytes that remain in the buffer. */
    public static void writeFully(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        long at = offset;
        while (bytes.hasRemaining()) {
            final int written = channel.write(bytes, at);
            if (written <= 0) {
                throw new IOException("a write of %d bytes wrote nothing".formatted(bytes.remaining()));
            }
            at += written;
        }
    }

    /** Fills the buffer from its position to its limit, or up to the end of the file. */
    static void readFully(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        long at = offset;
        while (bytes.hasRemaining()) {
            final int read = channel.read(bytes, at);
            if (read <= 0) {
                return;
            }
            at += read;
        }
    }
}
