package io.baton.deploy.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** A folder that result files are in or will be written to. Made before the work begins, so that no result is lost. */
public final class ResultFolder {

    private final Path path;

    private ResultFolder(Path path) {
        this.path = path;
    }

    /**
     * Makes a folder, with those above it, if it is not there.
     *
     * @param files where it is to be
     * @param name its name
     * @return the folder
     * @throws IllegalArgumentException if it cannot be made or written to; the message says why and what to do
     */
    public static ResultFolder of(FileSystem files, String name) {
        try {
            final Path path = files.getPath(name).toAbsolutePath();
            Files.createDirectories(path);
            if (name.isEmpty() || !Files.isWritable(path)) {
                throw new IllegalArgumentException("nothing can be written there; give another folder");
            }
            return new ResultFolder(path);
        } catch (InvalidPathException | IOException e) {
            throw new IllegalArgumentException("this folder cannot be made; give another", e);
        }
    }

    /**
     * Returns the folder's name.
     *
     * @return an absolute path
     */
    public String name() {
        return path.toString();
    }

    /**
     * Reads a file that an earlier command has written.
     *
     * @param name its name within the folder
     * @return all of it, or empty if there is none
     * @throws UncheckedIOException if it cannot be read
     */
    public Optional<String> read(String name) {
        try {
            return Optional.of(Files.readString(path.resolve(name)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(path.resolve(name) + " could not be read", e);
        }
    }

    /**
     * Writes a file.
     *
     * @param name its name within the folder
     * @param text all of it
     * @throws UncheckedIOException if it cannot be written after all
     */
    public void write(String name, String text) {
        try {
            Files.writeString(path.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException("the result could not be written to " + path.resolve(name), e);
        }
    }
}
