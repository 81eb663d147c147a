package io.baton.storage.recovery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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
    // the file may be reached by several paths. Hence the maps for all, by what the file system says the file is. The
    // monitor of OPENED is held from the look at them to the entry in them.
    static final String FILE = "lock";

    /** The channels of this process to such files. Under another class loader there is another map. */
    private static final Map<FileIdentity, Opened> OPENED = new ConcurrentHashMap<>();
    /**
     * Channels that can only be read by, to files that another class loader of this process has locked. They stay open,
     * as closing one would give that lock away.
     */
    private static final Map<FileIdentity, FileChannel> LOOKED_AT = new ConcurrentHashMap<>();

    private record FileIdentity(FileSystem system, Object key) {
    }

    /**
     * A channel to a file.
     *
     * @param lock null if another class loader of this process has locked the file; the channel can be written by then
     * @param holders how many have the lock: of a shared one perhaps several
     */
    private record Opened(FileChannel channel, @Nullable FileLock lock, int holders) {

        boolean isShared() {
            return lock != null && lock.isShared();
        }

        Opened holders(int now) {
            return new Opened(channel, lock, now);
        }
    }

    private final Path path;
    /** What is locked; null if nothing is. */
    private final @Nullable FileIdentity identity;
    private final @Nullable FileChannel channel;
    @GuardedBy("OPENED")
    private boolean closed;

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
            if (known != null && known.lock != null) {
                throw inUse(directory, null);
            }
            FileChannel channel = known != null ? known.channel
                : FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileIdentity identity = identity(path, known != null ? null : channel);
            lock(directory, channel, identity);
            return new DirectoryLock(path, identity, channel);
        }
    }

    /**
     * Takes the lock to look at a store. Where the system lets nobody write the file, as on a read-only file system, it
     * is shared with others who look, in this process and in others, but not under another class loader of this one. If
     * the file is not there, nothing is locked.
     *
     * @throws RecoveryException if this or another process has it
     */
    static DirectoryLock takeToRead(Path directory) throws IOException {
        synchronized (OPENED) {
            Opened known = known(directory.resolve(FILE));
            return known != null && known.isShared() ? share(directory) : takeOrShare(directory);
        }
    }

    private static DirectoryLock takeOrShare(Path directory) throws IOException {
        try {
            return take(directory);
        } catch (NoSuchFileException e) {
            // There is no directory.
            throw e;
        } catch (FileSystemException e) {
            return share(directory);
        }
    }

    /** Shares the lock of a file that cannot be written. */
    static DirectoryLock share(Path directory) throws IOException {
        Path path = directory.resolve(FILE);
        synchronized (OPENED) {
            if (!Files.exists(path)) {
                return new DirectoryLock(path, null, null);
            }
            FileIdentity identity = identity(path, null);
            Opened known = known(path);
            if (known == null) {
                FileChannel channel = lockShared(directory, path, identity);
                return new DirectoryLock(path, identity, channel);
            }
            if (!known.isShared()) {
                throw inUse(directory, null);
            }
            OPENED.put(identity, known.holders(known.holders + 1));
            return new DirectoryLock(path, identity, known.channel);
        }
    }

    private static @Nullable Opened known(Path path) throws IOException {
        try {
            Opened known = OPENED.get(identity(path, null));
            // An interrupt closes a channel, and so does the end of a process that is only one of a test.
            return known != null && known.channel.isOpen() ? known : null;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Closes the channel, if one is given, when the file system does not say what the file is. */
    private static FileIdentity identity(Path path, @Nullable FileChannel channel) throws IOException {
        try {
            Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            // Windows has no keys of files, and no POSIX locks.
            return new FileIdentity(path.getFileSystem(), key == null ? path.toRealPath() : key);
        } catch (IOException | RuntimeException e) {
            if (channel != null) {
                channel.close();
            }
            throw e;
        }
    }

    private static void lock(Path directory, FileChannel channel, FileIdentity identity) throws IOException {
        FileLock held = null;
        boolean keep = false;
        try {
            held = channel.tryLock();
            keep = held != null;
        } catch (OverlappingFileLockException e) {
            keep = true;
            throw inUse(directory, e);
        } finally {
            if (keep) {
                OPENED.put(identity, new Opened(channel, held, 1));
            } else {
                OPENED.remove(identity);
                channel.close();
            }
        }
        if (held == null) {
            throw inUse(directory, null);
        }
    }

    private static FileChannel lockShared(Path directory, Path path, FileIdentity identity) throws IOException {
        FileChannel before = LOOKED_AT.get(identity);
        FileChannel channel =
            before != null && before.isOpen() ? before : FileChannel.open(path, StandardOpenOption.READ);
        FileLock held = null;
        boolean keep = false;
        try {
            held = channel.tryLock(0, Long.MAX_VALUE, true);
            keep = held != null;
        } catch (OverlappingFileLockException e) {
            LOOKED_AT.put(identity, channel);
            keep = true;
            throw inUse(directory, e);
        } finally {
            if (!keep) {
                channel.close();
            }
        }
        if (held == null) {
            throw inUse(directory, null);
        }
        LOOKED_AT.remove(identity);
        OPENED.put(identity, new Opened(channel, held, 1));
        return channel;
    }

    private static RecoveryException inUse(Path directory, @Nullable Exception cause) {
        return new RecoveryException("%s is in use: %s is locked; close the engine that has it open"
            .formatted(directory, directory.resolve(FILE)), cause);
    }

    /** Gives back the lock, or a share of it. Closing twice does nothing. */
    @Override
    public void close() {
        if (identity == null || channel == null) {
            return;
        }
        synchronized (OPENED) {
            if (closed) {
                return;
            }
            closed = true;
            Opened opened = OPENED.get(identity);
            if (opened != null && opened.channel.equals(channel)) {
                if (opened.holders > 1) {
                    OPENED.put(identity, opened.holders(opened.holders - 1));
                    return;
                }
                OPENED.remove(identity);
            }
            try {
                channel.close();
            } catch (IOException e) {
                throw new RecoveryException("the lock %s cannot be given back: %s".formatted(path, e), e);
            }
        }
    }
}
