package io.baton.testing.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A channel to a file, or to a directory that is to be forced. An interrupt closes it, as {@code FileChannel} says. */
final class DiskChannel extends FileChannel {
    private static final int TRANSFER_BYTES = 8192;

    private final DiskProcess process;
    private final LiveDisk disk;
    private final int inode;
    private final String path;
    private final OpenMode mode;
    /** Used only within {@link #call}, under the disk's monitor. */
    private long position;

    DiskChannel(DiskProcess process, LiveDisk disk, int inode, String path, OpenMode mode) {
        this.process = process;
        this.disk = disk;
        this.inode = inode;
        this.path = path;
        this.mode = mode;
    }

    @FunctionalInterface
    private interface Call {
        long run() throws IOException;
    }

    /** Runs what an interrupt may come before or after, but not in between. */
    private long call(Call call) throws IOException {
        ensureOpen();
        boolean completed = false;
        try {
            begin();
            synchronized (disk) {
                ensureOpen();
                long result = call.run();
                completed = true;
                return result;
            }
        } finally {
            end(completed);
        }
    }

    private void ensureOpen() throws ClosedChannelException {
        if (!isOpen() || !process.isOpen()) {
            throw new ClosedChannelException();
        }
    }

    private void ensureOpen(Channel other) throws ClosedChannelException {
        ensureOpen();
        if (!other.isOpen()) {
            throw new ClosedChannelException();
        }
    }

    private void ensureReadable() throws ClosedChannelException {
        ensureOpen();
        if (!mode.read()) {
            throw new NonReadableChannelException();
        }
    }

    private void ensureWritable() throws ClosedChannelException {
        ensureOpen();
        if (!mode.write()) {
            throw new NonWritableChannelException();
        }
    }

    private static void checkNotNegative(long value, String what) {
        if (value < 0) {
            throw new IllegalArgumentException(what + " must not be negative, but is " + value);
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return (int) read(new ByteBuffer[] {target}, 0, 1);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, targets.length);
        ensureReadable();
        return call(() -> {
            byte[] bytes = new byte[readable(position, BufferBytes.remaining(targets, offset, length))];
            int read = disk.read(inode, position, bytes);
            BufferBytes.scatter(bytes, read, targets, offset);
            position += Math.max(0, read);
            return read;
        });
    }

    /** How many bytes of those wanted the file may have, at least one: buffers are large, and files are small. */
    private int readable(long from, int wanted) {
        return Math.min(wanted, Math.clamp(disk.size(inode) - from, 1, Integer.MAX_VALUE));
    }

    @Override
    public int read(ByteBuffer target, long offset) throws IOException {
        checkNotNegative(offset, "a position");
        ensureReadable();
        return (int) call(() -> {
            byte[] bytes = new byte[readable(offset, target.remaining())];
            int read = disk.read(inode, offset, bytes);
            BufferBytes.scatter(bytes, read, new ByteBuffer[] {target}, 0);
            return read;
        });
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return (int) write(new ByteBuffer[] {source}, 0, 1);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, sources.length);
        ensureWritable();
        return call(() -> {
            long at = mode.append() ? disk.size(inode) : position;
            int written = disk.write(inode, path, at, BufferBytes.gather(sources, offset, length));
            BufferBytes.skip(written, sources, offset);
            position = at + written;
            return written;
        });
    }

    @Override
    public int write(ByteBuffer source, long offset) throws IOException {
        checkNotNegative(offset, "a position");
        ensureWritable();
        return (int) call(() -> {
            ByteBuffer[] sources = {source};
            long at = mode.append() ? disk.size(inode) : offset;
            int written = disk.write(inode, path, at, BufferBytes.gather(sources, 0, 1));
            BufferBytes.skip(written, sources, 0);
            return written;
        });
    }

    @Override
    public long position() throws IOException {
        return call(() -> mode.append() ? disk.size(inode) : position);
    }

    @Override
    public FileChannel position(long newPosition) throws IOException {
        ensureOpen();
        checkNotNegative(newPosition, "a position");
        call(() -> position = newPosition);
        return this;
    }

    @Override
    public long size() throws IOException {
        return call(() -> disk.size(inode));
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        ensureOpen();
        checkNotNegative(size, "a size");
        ensureWritable();
        call(() -> {
            disk.truncate(inode, path, size);
            position = Math.min(position, size);
            return 0;
        });
        return this;
    }

    /** Forces bytes and size, whatever {@code metaData} says; of a directory, its names. */
    @Override
    public void force(boolean metaData) throws IOException {
        disk.awaitForce();
        call(() -> {
            disk.force(inode, path);
            return 0;
        });
    }

    @Override
    public long transferTo(long from, long count, WritableByteChannel target) throws IOException {
        ensureOpen(target);
        ensureReadable();
        if (target instanceof DiskChannel other) {
            other.ensureWritable();
        }
        checkNotNegative(from, "a position");
        checkNotNegative(count, "a count");
        long left = Math.min(count, size() - from);
        long done = 0;
        while (done < left) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(TRANSFER_BYTES, left - done));
            int read = read(bytes, from + done);
            if (read <= 0) {
                break;
            }
            int written = target.write(bytes.flip());
            done += written;
            if (written < read) {
                break;
            }
        }
        return done;
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long to, long count) throws IOException {
        ensureOpen(source);
        ensureWritable();
        if (source instanceof DiskChannel other) {
            other.ensureReadable();
        }
        checkNotNegative(to, "a position");
        checkNotNegative(count, "a count");
        long done = 0;
        while (done < count) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(TRANSFER_BYTES, count - done));
            int read = source.read(bytes);
            if (read <= 0) {
                break;
            }
            bytes.flip();
            while (bytes.hasRemaining()) {
                done += write(bytes, to + done);
            }
        }
        return done;
    }

    @Override
    public MappedByteBuffer map(MapMode mapMode, long from, long size) {
        throw new UnsupportedOperationException("a CrashDisk maps no files into memory");
    }

    @Override
    public @Nullable FileLock tryLock(long from, long size, boolean shared) throws IOException {
        checkLock(shared);
        DiskLock lock = new DiskLock(this, disk, process, inode, from, size, shared);
        return call(() -> disk.tryLock(inode, lock) ? 1 : 0) == 1 ? lock : null;
    }

    @Override
    public FileLock lock(long from, long size, boolean shared) throws IOException {
        checkLock(shared);
        DiskLock lock = new DiskLock(this, disk, process, inode, from, size, shared);
        try {
            disk.lock(inode, lock);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new FileLockInterruptionException();
        }
        return lock;
    }

    private void checkLock(boolean shared) throws ClosedChannelException {
        if (shared) {
            ensureReadable();
        } else {
            ensureWritable();
        }
    }

    @Override
    protected void implCloseChannel() {
        process.forget(this);
        disk.closed(this, process, inode);
    }
}
