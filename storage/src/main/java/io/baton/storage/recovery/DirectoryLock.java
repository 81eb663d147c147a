package io.baton.storage.recovery;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.storage.steady.SteadyThread;
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

/**
 * The lock of a store's directory, against other processes and this one. It consists of three, and who wants the
 * directory needs all of them (docs/decisions/0078-interrupts-and-the-lock-of-a-directory.md):
 *
 * <ul>
 * <li>that of the file {@code lock}, which every version of Baton takes and which works over NFS. A process loses it
 *     as soon as it closes any descriptor of the file, a copy of the directory by its own program is enough;
 * <li>the {@link KernelLock} of the directory, which nothing that a program does takes away;
 * <li>the {@link Holder} in the file {@code lock}: who has a store open without the second one, and has lost the first
 *     one, still has it as long as its process runs.
 * </ul>
 */
final class DirectoryLock implements AutoCloseable {
    // No code in this process may close a descriptor of the file lock while this process has its lock: not even to find
    // out that it is locked. Only the process as a whole can know that, and the directory may be reached by several
    // paths. Hence the maps for all, by what the file system says a directory or file is. The monitor of OPENED is held
    // from the look at them to the entry in them.
    static final String FILE = "lock";

    /** The directories that are locked here. Under another class loader there is another map. */
    private static final Map<FileIdentity, Opened> OPENED = new ConcurrentHashMap<>();
    /**
     * Channels to files that another class loader of this process has locked, or may have. They stay open, as closing
     * one would give that lock away; some can be written by, some only be read by.
     */
    private static final Map<FileIdentity, FileChannel> WRITABLE = new ConcurrentHashMap<>();
    private static final Map<FileIdentity, FileChannel> LOOKED_AT = new ConcurrentHashMap<>();

    private record FileIdentity(FileSystem system, Object key) {
    }

    /**
     * A directory that is locked.
     *
     * @param channel to the file
     * @param holders how many have the lock: of a shared one perhaps several
     */
    private record Opened(FileChannel channel, FileLock lock, KernelLock kernel, int holders) {

        Opened holders(int now) {
            return new Opened(channel, lock, kernel, now);
        }
    }

    private final Path path;
    /** The directory; null if the file is not there, and only the system's lock was taken. */
    private final @Nullable FileIdentity place;
    private final @Nullable FileChannel channel;
    private final KernelLock kernel;
    @GuardedBy("OPENED")
    private boolean closed;

    private DirectoryLock(Path path, @Nullable FileIdentity place, @Nullable FileChannel channel, KernelLock kernel) {
        this.path = path;
        this.place = place;
        this.channel = channel;
        this.kernel = kernel;
    }

    private interface Locking {
        DirectoryLock lock(KernelLock kernel) throws IOException;
    }

    /**
     * Takes the lock.
     *
     * @throws RecoveryException if this or another process has it; the message names it
     */
    static DirectoryLock take(Path directory) throws IOException {
        return SteadyThread.call(() -> {
            synchronized (OPENED) {
                FileIdentity place = identity(directory);
                if (opened(place) != null) {
                    throw inUse(directory, ofThisProcess(), null);
                }
                return withKernelLock(directory, false, kernel -> lock(directory, place, kernel));
            }
        });
    }

    /**
     * Takes the lock to look at a store. Where the file cannot be written, as on a read-only file system, it
     * is shared with others who look, in this process and in others, but not under another class loader of this one. If
     * the file is not there, only the directory is locked, if the system has such locks.
     *
     * @throws RecoveryException if this or another process has it; the message names it
     */
    static DirectoryLock takeToRead(Path directory) throws IOException {
        return SteadyThread.call(() -> {
            synchronized (OPENED) {
                Opened known = opened(identity(directory));
                return known != null && known.lock.isShared() ? share(directory) : takeOrShare(directory);
            }
        });
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
        return SteadyThread.call(() -> {
            synchronized (OPENED) {
                FileIdentity place = identity(directory);
                Opened known = opened(place);
                if (known == null) {
                    return withKernelLock(directory, true, kernel -> lockShared(directory, place, kernel));
                }
                if (!known.lock.isShared()) {
                    throw inUse(directory, ofThisProcess(), null);
                }
                OPENED.put(place, known.holders(known.holders + 1));
                return new DirectoryLock(directory.resolve(FILE), place, known.channel, known.kernel);
            }
        });
    }

    private static @Nullable Opened opened(FileIdentity place) {
        Opened known = OPENED.get(place);
        // The end of a process that is only one of a test closes its channels.
        return known != null && known.channel.isOpen() ? known : null;
    }

    private static FileIdentity identity(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        // Windows has no keys of files, and no POSIX locks.
        return new FileIdentity(path.getFileSystem(), key == null ? path.toRealPath() : key);
    }

    private static DirectoryLock withKernelLock(Path directory, boolean shared, Locking locking) throws IOException {
        KernelLock kernel = KernelLock.take(directory, shared);
        boolean complete = false;
        try {
            if (kernel.state() == KernelLock.State.REFUSED) {
                throw inUse(directory, readHolder(directory.resolve(FILE)), null);
            }
            DirectoryLock lock = locking.lock(kernel);
            complete = true;
            return lock;
        } finally {
            if (!complete) {
                kernel.close();
            }
        }
    }

    private static DirectoryLock lock(Path directory, FileIdentity place, KernelLock kernel) throws IOException {
        Path path = directory.resolve(FILE);
        FileChannel channel = kept(WRITABLE, path);
        if (channel == null) {
            channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        }
        FileLock held = tryLock(directory, channel, false, WRITABLE);
        boolean complete = false;
        try {
            refuseLiving(directory, channel, kernel);
            if (isOfMachine(directory)) {
                writeHolder(channel, kernel, identity(path));
            }
            complete = true;
        } finally {
            if (!complete) {
                channel.close();
            }
        }
        OPENED.put(place, new Opened(channel, held, kernel, 1));
        return new DirectoryLock(path, place, channel, kernel);
    }

    private static DirectoryLock lockShared(Path directory, FileIdentity place, KernelLock kernel) throws IOException {
        Path path = directory.resolve(FILE);
        if (!Files.exists(path)) {
            return new DirectoryLock(path, null, null, kernel);
        }
        FileChannel channel = kept(LOOKED_AT, path);
        if (channel == null) {
            channel = FileChannel.open(path, StandardOpenOption.READ);
        }
        FileLock held = tryLock(directory, channel, true, LOOKED_AT);
        boolean complete = false;
        try {
            refuseLiving(directory, channel, kernel);
            complete = true;
        } finally {
            if (!complete) {
                channel.close();
            }
        }
        OPENED.put(place, new Opened(channel, held, kernel, 1));
        return new DirectoryLock(path, place, channel, kernel);
    }

    private static @Nullable FileChannel kept(Map<FileIdentity, FileChannel> channels, Path path) throws IOException {
        try {
            FileChannel before = channels.get(identity(path));
            return before != null && before.isOpen() ? before : null;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Locks the file; the channel is closed if that fails, or kept among the channels that stay open. */
    private static FileLock tryLock(Path directory, FileChannel channel, boolean shared,
            Map<FileIdentity, FileChannel> channels) throws IOException {
        Path path = directory.resolve(FILE);
        FileLock held = null;
        boolean keep = false;
        try {
            held = channel.tryLock(0, Long.MAX_VALUE, shared);
            if (held == null) {
                throw inUse(directory, holder(channel, path), null);
            }
            keep = true;
            channels.remove(identity(path));
            return held;
        } catch (OverlappingFileLockException e) {
            channels.put(identity(path), channel);
            keep = true;
            throw inUse(directory, ofThisProcess(), e);
        } finally {
            if (!keep) {
                channel.close();
            }
        }
    }

    /** Refuses a directory whose holder has lost its lock of the file, and has none of the system. */
    private static void refuseLiving(Path directory, FileChannel channel, KernelLock kernel) {
        Holder before = isOfMachine(directory) ? holder(channel, directory.resolve(FILE)) : null;
        boolean gone = before == null || before.isThisProcess()
            || (before.kernel() && kernel.state() == KernelLock.State.HELD);
        if (!gone) {
            throw inUse(directory, before, null);
        }
    }

    /** Only file systems of a machine are shared by processes of one. */
    private static boolean isOfMachine(Path directory) {
        return "file".equals(directory.getFileSystem().provider().getScheme());
    }

    private static Holder ofThisProcess() {
        return Holder.ofThisProcess(false, "");
    }

    private static void writeHolder(FileChannel channel, KernelLock kernel, FileIdentity file) {
        try {
            Holder.ofThisProcess(kernel.state() == KernelLock.State.HELD, String.valueOf(file.key)).write(channel);
        } catch (IOException e) {
            // A full disk, for example: the locks have to do, and no message can name this process.
            return;
        }
    }

    /** Returns the running process that is named in the file; null if there is none. */
    private static @Nullable Holder holder(FileChannel channel, Path path) {
        try {
            String file = String.valueOf(identity(path).key);
            return Holder.read(channel).filter(found -> found.isAlive(file) || found.isThisProcess()).orElse(null);
        } catch (IOException e) {
            // On Windows a locked file cannot be read by others.
            return null;
        }
    }

    /** As {@link #holder}, of a file that is not open here. */
    private static @Nullable Holder readHolder(Path path) {
        try {
            FileChannel kept = kept(LOOKED_AT, path);
            FileChannel channel = kept == null ? FileChannel.open(path, StandardOpenOption.READ) : kept;
            Holder found = holder(channel, path);
            if (found == null || found.isThisProcess()) {
                LOOKED_AT.put(identity(path), channel);
            } else if (kept == null) {
                channel.close();
            }
            return found;
        } catch (IOException e) {
            return null;
        }
    }

    private static RecoveryException inUse(Path directory, @Nullable Holder holder, @Nullable Exception cause) {
        String who = holder == null ? "another process" : holder.toString();
        String more = holder != null && !holder.isThisProcess() ? ", or end that process" : "";
        return new RecoveryException("%s is in use: %s is locked by %s; close the engine that has it open%s"
            .formatted(directory, directory.resolve(FILE), who, more), cause);
    }

    /** Gives back the lock, or a share of it. Closing twice does nothing. */
    @Override
    public void close() {
        SteadyThread.call(() -> {
            synchronized (OPENED) {
                if (!closed) {
                    closed = true;
                    giveBack();
                }
            }
            return this;
        });
    }

    private void giveBack() {
        if (place == null || channel == null) {
            kernel.close();
            return;
        }
        Opened opened = OPENED.get(place);
        if (opened != null && opened.channel.equals(channel)) {
            if (opened.holders > 1) {
                OPENED.put(place, opened.holders(opened.holders - 1));
                return;
            }
            OPENED.remove(place);
        }
        try {
            if (isOfMachine(path) && channel.isOpen() && opened != null && !opened.lock.isShared()) {
                channel.truncate(0);
            }
        } catch (IOException e) {
            // Then it says what a process that was killed leaves behind.
        } finally {
            closeFile(channel);
        }
    }

    private void closeFile(FileChannel open) {
        try {
            open.close();
        } catch (IOException e) {
            throw new RecoveryException("the lock %s cannot be given back: %s".formatted(path, e), e);
        } finally {
            kernel.close();
        }
    }
}
