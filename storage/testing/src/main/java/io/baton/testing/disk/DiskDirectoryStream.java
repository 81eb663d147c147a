package io.baton.testing.disk;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The entries that a directory had when it was opened, in no order. */
final class DiskDirectoryStream implements DirectoryStream<Path> {
    private final List<Path> entries = new ArrayList<>();
    private final LiveDisk disk;
    private boolean begun;

    DiskDirectoryStream(Path directory, List<String> names, Filter<? super Path> filter, LiveDisk disk)
            throws IOException {
        this.disk = disk;
        for (String name : names) {
            Path entry = directory.resolve(name);
            if (filter.accept(entry)) {
                entries.add(entry);
            }
        }
    }

    @Override
    public Iterator<Path> iterator() {
        if (begun) {
            throw new IllegalStateException("a directory stream has one iterator; open another stream");
        }
        begun = true;
        try {
            disk.failIfDue(DiskOperationKind.LIST);
        } catch (IOException e) {
            throw new DirectoryIteratorException(e);
        }
        return entries.iterator();
    }

    @Override
    public void close() {
        begun = true;
    }
}
