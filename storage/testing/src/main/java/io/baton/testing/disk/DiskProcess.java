package io.baton.testing.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.ClosedFileSystemException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The file system of one process on a {@link CrashDisk}. All processes of a disk see the same files at once, as they
 * share the page cache; a file lock of one excludes the others. As POSIX has it, a process loses its lock on a file
 * when it closes any channel to that file. Thread-safe.
 */
public final class DiskProcess extends FileSystem {
    private final LiveDisk disk;
    private final DiskProvider provider;
    @GuardedBy("disk")
    private final Set<DiskChannel> channels = new HashSet<>();
    @GuardedBy("disk")
    private boolean open = true;

    DiskProcess(LiveDisk disk) {
        this.disk = disk;
        provider = new DiskProvider(this, disk);
    }

    /**
     * Ends the process at once. Its channels throw {@code ClosedChannelException} from now on, its other calls {@code
     * ClosedFileSystemException}; its locks are released. What it has written stays, forced or not.
     *
     * @throws IOException never
     */
    public void kill() throws IOException {
        List<DiskChannel> left;
        synchronized (disk) {
            open = false;
            left = List.copyOf(channels);
        }
        for (DiskChannel channel : left) {
            channel.close();
        }
    }

    /** Does what {@link #kill} does. */
    @Override
    public void close() throws IOException {
        kill();
    }

    @Override
    public boolean isOpen() {
        synchronized (disk) {
            return open;
        }
    }

    void ensureOpen() {
        if (!isOpen()) {
            throw new ClosedFileSystemException();
        }
    }

    DiskChannel channel(int inode, String path, OpenMode mode) {
        DiskChannel channel = new DiskChannel(this, disk, inode, path, mode);
        synchronized (disk) {
            channels.add(channel);
        }
        return channel;
    }

    void forget(DiskChannel channel) {
        synchronized (disk) {
            channels.remove(channel);
        }
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(getPath("/"));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of(new DiskSpace(disk));
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    /** Parses a path; a relative one begins at the root. */
    @Override
    public Path getPath(String first, String... more) {
        StringBuilder text = new StringBuilder(first);
        for (String part : more) {
            if (!part.isEmpty()) {
                text.append(text.isEmpty() ? "" : "/").append(part);
            }
        }
        return DiskPath.parse(this, text.toString());
    }

    /** {@return a matcher of the same pattern as the machine's own file system has} */
    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher(pattern);
        return path -> matcher.matches(Path.of(path.toString()));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException("a CrashDisk knows no users");
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException("a CrashDisk watches nothing");
    }
}
