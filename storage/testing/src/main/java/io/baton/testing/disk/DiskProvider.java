package io.baton.testing.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What {@code java.nio.file.Files} calls. */
final class DiskProvider extends FileSystemProvider {
    static final String SCHEME = "crashdisk";

    private final DiskProcess process;
    private final LiveDisk disk;
    private final DirectoryCalls calls;

    DiskProvider(DiskProcess process, LiveDisk disk) {
        this.process = process;
        this.disk = disk;
        calls = new DirectoryCalls(disk);
    }

    private DiskPath own(Path path) {
        process.ensureOpen();
        return DiskPath.of(path);
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException("a CrashDisk has no address; take CrashDisk.process()");
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException("a CrashDisk has no address; take CrashDisk.process()");
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException("a CrashDisk has no address; take CrashDisk.process()");
    }

    @Override
    public FileChannel newFileChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        DiskPath file = own(path);
        refuse(attributes);
        OpenMode mode = OpenMode.of(options);
        synchronized (disk) {
            process.ensureOpen();
            return process.channel(calls.open(file, mode), DirectoryCalls.text(file), mode);
        }
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(
            Path path, DirectoryStream.Filter<? super Path> filter) throws IOException {
        return new DiskDirectoryStream(path, calls.list(own(path)), filter, disk);
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        refuse(attributes);
        calls.createDirectory(own(path));
    }

    private static void refuse(FileAttribute<?>[] attributes) {
        if (attributes.length > 0) {
            throw new UnsupportedOperationException("a CrashDisk keeps no attribute " + attributes[0].name());
        }
    }

    @Override
    public void delete(Path path) throws IOException {
        calls.delete(own(path));
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        List<CopyOption> all = Arrays.asList(options);
        calls.move(own(from), own(to), all.contains(StandardCopyOption.ATOMIC_MOVE),
            all.contains(StandardCopyOption.REPLACE_EXISTING));
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) throws IOException {
        List<CopyOption> all = Arrays.asList(options);
        if (all.contains(StandardCopyOption.ATOMIC_MOVE)) {
            throw new UnsupportedOperationException("no copy is atomic");
        }
        DiskAttributes source = calls.attributesOfSource(own(from));
        if (exists(own(to))) {
            if (source.inode() == calls.attributes(own(to)).inode()) {
                return;
            }
            if (!all.contains(StandardCopyOption.REPLACE_EXISTING)) {
                throw new FileAlreadyExistsException(to.toString());
            }
            delete(to);
        }
        if (source.isDirectory()) {
            createDirectory(to);
            return;
        }
        try (FileChannel in = newFileChannel(from, Set.of(StandardOpenOption.READ));
            FileChannel out =
                newFileChannel(to, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(in.size()));
            in.read(bytes);
            bytes.flip();
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        }
    }

    private boolean exists(DiskPath path) throws IOException {
        try {
            calls.attributes(path);
            return true;
        } catch (NoSuchFileException missing) {
            return false;
        }
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return calls.attributes(own(path)).inode() == calls.attributes(own(other)).inode();
    }

    @Override
    public boolean isHidden(Path path) {
        Path name = path.getFileName();
        return name != null && name.toString().startsWith(".");
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        calls.attributes(own(path));
        return new DiskSpace(disk);
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        calls.attributes(own(path));
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return type == BasicFileAttributeView.class ? type.cast(new View(own(path))) : null;
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(
            Path path, Class<A> type, LinkOption... options) throws IOException {
        if (type != BasicFileAttributes.class) {
            throw new UnsupportedOperationException("a CrashDisk knows BasicFileAttributes, not " + type.getName());
        }
        return type.cast(calls.attributes(own(path)));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) {
        throw new UnsupportedOperationException("a CrashDisk gives attributes as BasicFileAttributes only");
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options) {
        throw new UnsupportedOperationException("a CrashDisk keeps no attribute " + name);
    }

    private final class View implements BasicFileAttributeView {
        private final DiskPath path;

        View(DiskPath path) {
            this.path = path;
        }

        @Override
        public String name() {
            return "basic";
        }

        @Override
        public BasicFileAttributes readAttributes() throws IOException {
            return calls.attributes(own(path));
        }

        @Override
        public void setTimes(@Nullable FileTime modified, @Nullable FileTime accessed, @Nullable FileTime created) {
            throw new UnsupportedOperationException("a CrashDisk keeps no times");
        }
    }
}
