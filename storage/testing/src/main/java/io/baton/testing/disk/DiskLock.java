package io.baton.testing.disk;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileLock;

/** A lock on a whole file, whatever its range. */
final class DiskLock extends FileLock {
    private final LiveDisk disk;
    private final DiskProcess process;
    private final int inode;

    DiskLock(DiskChannel channel, LiveDisk disk, DiskProcess process, int inode, long position, long size,
            boolean shared) {
        super(channel, position, size, shared);
        this.disk = disk;
        this.process = process;
        this.inode = inode;
    }

    DiskProcess process() {
        return process;
    }

    int inode() {
        return inode;
    }

    /** Tells what the process believes; closing another channel to the file may have released the lock meanwhile. */
    @Override
    public boolean isValid() {
        return acquiredBy().isOpen() && disk.isBelieved(this);
    }

    @Override
    public void release() throws IOException {
        if (!acquiredBy().isOpen()) {
            throw new ClosedChannelException();
        }
        disk.unlock(inode, this);
    }
}
