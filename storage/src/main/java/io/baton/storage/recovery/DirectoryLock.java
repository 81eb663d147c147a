package io.baton.storage.recovery;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The lock of a store's directory: that of the file {@code lock} in it, against other processes and this one. */
final class DirectoryLock implements AutoCloseable {
    // A process loses a POSIX lock as soon as it closes any descriptor of the file. So nobody in this process may open
    // the file a second time: not even to find out that it is locked. Only the process as a whole can know that, and
    // the file may be reached by several paths. Hence the one map for all, by what the file system says the file is.
    // Its monitor is held from the look at the map to the entry in it.
    static final String FILE = "lock";

    /** The channels of this process to such files. Under another class loader there is another map. */
    private static final Map<FileIdentity, Opened> OPENED = new ConcurrentHashMap<>();

    private record FileIdentity(FileSystem system, Object key) {
    }

    /** A channel; not locked by it is only what another class loader of this process has locked. */
    private record Opened(FileChannel channel, boolean locked) {
    }

    private final Path path;
    /** What is locked; null if nothing is. */
    private final @Nullable FileIdentity identity;
    private final @Nullable FileChannel channel;

    private DirectoryLock(Path path, @Nullable FileIdentity identity, @Nullable FileChannel channel) {
        this.path = path;
        this.identity = identity;
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @throws RecoveryException if this or another process has it
     */
    static DirectoryLock take(Path directory) throws IOException {
        Path path = directory.resolve(FILE);
        synchronized (OPENED) {
            Opened known = known(path);
            if (known != null && known.locked) {
                throw inUse(directory, null);
            }
            FileChannel channel = known != null ? known.channel
                : FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileIdentity identity = identity(path);
            lock(directory, channel, false, identity);
            return new DirectoryLock(path, identity, channel);
        }
    }

    /**
     * Takes the lock to look at a store. Where the system lets nobody write the file, as on a read-only file system, it
     * is shared with others who look, and if the file is not there, nothing is locked.
     *
     * @throws RecoveryException if this or another process has it
     */
    static DirectoryLock takeToRead(Path directory) throws IOException {
        try {
            return take(directory);
        } catch (NoSuchFileException e) {
            // There is no directory.
            throw e;
        } catch (FileSystemException e) {
            return share(directory);
        }
    }

    private static DirectoryLock share(Path directory) throws IOException {
        Path path = directory.resolve(FILE);
        synchronized (OPENED) {
            if (!Files.exists(path)) {
                return new DirectoryLock(path, null, null);
            }
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
            FileIdentity identity = identity(path);
            lock(directory, channel, true, identity);
            return new DirectoryLock(path, identity, channel);
        }
    }

    private static @Nullable Opened known(Path path) throws IOException {
        try {
            Opened known = OPENED.get(identity(path));
            // An interrupt closes a channel, and so does the end of a process that is only one of a test.
            return known != null && known.channel.isOpen() ? known : null;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static FileIdentity identity(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        // Windows has no keys of files, and no POSIX locks.
        return new FileIdentity(path.getFileSystem(), key == null ? path.toRealPath() : key);
    }

    private static void lock(Path directory, FileChannel channel, boolean shared, FileIdentity identity)
            throws IOException {
        FileLock held = null;
        boolean keep = false;
        try {
            held = channel.tryLock(0, Long.MAX_VALUE, shared);
            keep = held != null;
        } catch (OverlappingFileLockException e) {
            keep = true;
            throw inUse(directory, e);
        } finally {
            if (keep) {
                OPENED.put(identity, new Opened(channel, held != null));
            } else {
                OPENED.remove(identity);
                channel.close();
            }
        }
        if (held == null) {
            throw inUse(directory, null);
        }
    }

    private static RecoveryException inUse(Path directory, @Nullable Exception cause) {
        return new RecoveryException("%s is in use: %s is locked; close the engine that has it open"
            .formatted(directory, directory.resolve(FILE)), cause);
    }

    /** Gives back the lock. Closing twice does nothing. */
    @Override
    public void close() {
        if (identity == null || channel == null) {
            return;
        }
        synchronized (OPENED) {
            try {
                OPENED.computeIfPresent(identity, (key, opened) -> opened.channel.equals(channel) ? null : opened);
                channel.close();
            } catch (IOException e) {
                throw new RecoveryException("the lock %s cannot be given back: %s".formatted(path, e), e);
            }
        }
    }
}
