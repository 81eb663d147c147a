package io.baton.deploy.report;

import io.baton.storage.recovery.StoreDirectory;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Looks at a directory that a store is in or will be in, before an engine opens it. */
public final class DataFolder {

    private DataFolder() {
    }

    /**
     * Looks whether a name can be that of a store's directory.
     *
     * @param files where it is
     * @param name its name
     * @return an absolute path, of a directory or of nothing yet
     * @throws IllegalArgumentException if it is the name of something else, or must not be looked at; the message says
     *     what to do
     */
    public static Path named(FileSystem files, String name) {
        final Path path;
        try {
            path = files.getPath(name).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("this is no name of a directory; give another", e);
        }
        if (name.isEmpty() || (Files.exists(path) && !Files.isDirectory(path))) {
            throw new IllegalArgumentException("this is no directory; give a directory's name");
        }
        if (Files.exists(path) && !(Files.isReadable(path) && Files.isExecutable(path))) {
            throw new IllegalArgumentException("it must not be read; give another directory, or ask for permission");
        }
        return path;
    }

    /**
     * Looks whether a store is there.
     *
     * @param files where it is
     * @param name its directory's name
     * @return an absolute path
     * @throws IllegalArgumentException if there is none; the message says what to do
     */
    public static Path ofStore(FileSystem files, String name) {
        final Path path = named(files, name);
        if (!Files.exists(path)) {
            throw new IllegalArgumentException("there is no such directory; give one that 'baton run' has made");
        }
        if (!StoreDirectory.isStore(path)) {
            throw new IllegalArgumentException("there is no store in it; give a directory that 'baton run' has made");
        }
        return path;
    }
}
