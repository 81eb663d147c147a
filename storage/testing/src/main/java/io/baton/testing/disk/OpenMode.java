package io.baton.testing.disk;

import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** How a file is opened. */
record OpenMode(boolean read, boolean write, boolean append, boolean create, boolean createNew, boolean truncate) {

    static OpenMode of(Set<? extends OpenOption> options) {
        for (OpenOption option : options) {
            boolean known = option instanceof StandardOpenOption || option instanceof LinkOption;
            if (!known || option == StandardOpenOption.DELETE_ON_CLOSE || option == StandardOpenOption.SYNC
                || option == StandardOpenOption.DSYNC) {
                throw new UnsupportedOperationException("a CrashDisk opens no file with " + option);
            }
        }
        boolean append = options.contains(StandardOpenOption.APPEND);
        boolean write = append || options.contains(StandardOpenOption.WRITE);
        boolean read = options.contains(StandardOpenOption.READ) || !write;
        boolean truncate = options.contains(StandardOpenOption.TRUNCATE_EXISTING);
        if (append && (read || truncate)) {
            throw new IllegalArgumentException("APPEND goes neither with READ nor with TRUNCATE_EXISTING");
        }
        boolean createNew = write && options.contains(StandardOpenOption.CREATE_NEW);
        boolean create = createNew || (write && options.contains(StandardOpenOption.CREATE));
        return new OpenMode(read, write, append, create, createNew, write && truncate);
    }
}
