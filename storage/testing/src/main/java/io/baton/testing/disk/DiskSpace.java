package io.baton.testing.disk;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileStoreAttributeView;
import org.jspecify.annotations.Nullable;

/** How much room a disk has. */
final class DiskSpace extends FileStore {
    private final LiveDisk disk;

    DiskSpace(LiveDisk disk) {
        this.disk = disk;
    }

    @Override
    public String name() {
        return DiskProvider.SCHEME;
    }

    @Override
    public String type() {
        return DiskProvider.SCHEME;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public long getTotalSpace() {
        return disk.capacityBytes();
    }

    @Override
    public long getUsableSpace() {
        return disk.freeBytes();
    }

    @Override
    public long getUnallocatedSpace() {
        return disk.freeBytes();
    }

    @Override
    public boolean supportsFileAttributeView(Class<? extends FileAttributeView> type) {
        return type == BasicFileAttributeView.class;
    }

    @Override
    public boolean supportsFileAttributeView(String name) {
        return name.equals("basic");
    }

    @Override
    public <V extends FileStoreAttributeView> @Nullable V getFileStoreAttributeView(Class<V> type) {
        return null;
    }

    @Override
    public Object getAttribute(String attribute) throws IOException {
        throw new UnsupportedOperationException("a CrashDisk does not know " + attribute);
    }
}
