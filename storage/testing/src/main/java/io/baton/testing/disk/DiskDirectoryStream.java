package io.baton.testing.disk;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The entries that a directory had when it was opened, in no order. */
final class DiskDirectoryStream implements DirectoryStream<Path> {
    private final List<Path> entries = new ArrayList<>();
    private boolean begun;

    DiskDirectoryStream(Path directory, List<String> names, Filter<? super Path> filter) throws IOException {
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
        return entries.iterator();
    }

    @Override
    public void close() {
        begun = true;
    }
}
