package io.baton.storage.steady;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * An open file that no interrupt closes: what may take the disk's time is done by {@link SteadyThread}s alone. A caller
 * that works much with one does so within {@link SteadyThread#call}, or each operation takes a thread of its own.
 */
public final class SteadyChannel extends FileChannel {
    private final FileChannel file;

    private SteadyChannel(FileChannel file) {
        this.file = file;
    }

    /** Opens a file, or a directory that is to be forced. */
    public static FileChannel open(Path path, OpenOption... options) throws IOException {
        return new SteadyChannel(FileChannel.open(path, options));
    }

    /** Makes the names in a directory safe. */
    public static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public int read(ByteBuffer target, long offset) throws IOException {
        return SteadyThread.isCurrent()
            ? file.read(target, offset)
            : SteadyThread.<Integer, IOException>call(() -> file.read(target, offset));
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return SteadyThread.<Integer, IOException>call(() -> file.read(target));
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        return SteadyThread.<Long, IOException>call(() -> file.read(targets, offset, length));
    }

    @Override
    public int write(ByteBuffer source, long offset) throws IOException {
        return SteadyThread.isCurrent()
            ? file.write(source, offset)
            : SteadyThread.<Integer, IOException>call(() -> file.write(source, offset));
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return SteadyThread.<Integer, IOException>call(() -> file.write(source));
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        return SteadyThread.<Long, IOException>call(() -> file.write(sources, offset, length));
    }

    @Override
    public long position() throws IOException {
        return SteadyThread.<Long, IOException>call(file::position);
    }

    @Override
    public FileChannel position(long newPosition) throws IOException {
        SteadyThread.call(() -> file.position(newPosition));
        return this;
    }

    @Override
    public long size() throws IOException {
        return SteadyThread.<Long, IOException>call(file::size);
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        SteadyThread.call(() -> file.truncate(size));
        return this;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        if (SteadyThread.isCurrent()) {
            file.force(metaData);
        } else {
            SteadyThread.call(() -> {
                file.force(metaData);
                return this;
            });
        }
    }

    @Override
    public long transferTo(long offset, long count, WritableByteChannel target) throws IOException {
        return SteadyThread.<Long, IOException>call(() -> file.transferTo(offset, count, target));
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long offset, long count) throws IOException {
        return SteadyThread.<Long, IOException>call(() -> file.transferFrom(source, offset, count));
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long offset, long size) throws IOException {
        return SteadyThread.call(() -> file.map(mode, offset, size));
    }

    @Override
    public FileLock lock(long offset, long size, boolean shared) throws IOException {
        return SteadyThread.call(() -> file.lock(offset, size, shared));
    }

    @Override
    public @Nullable FileLock tryLock(long offset, long size, boolean shared) throws IOException {
        return SteadyThread.<@Nullable FileLock, IOException>call(() -> file.tryLock(offset, size, shared));
    }

    @Override
    protected void implCloseChannel() throws IOException {
        file.close();
    }
}
