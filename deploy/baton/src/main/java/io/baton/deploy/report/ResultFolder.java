package io.baton.deploy.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

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
     * Makes a folder, with those above it, or takes one that is empty.
     *
     * @param files where it is to be
     * @param name its name
     * @return the folder
     * @throws IllegalArgumentException if there is something in it, or it cannot be made or written to; the message
     *     says why and what to do
     */
    public static ResultFolder ofNew(FileSystem files, String name) {
        final ResultFolder folder = of(files, name);
        try (Stream<Path> inside = Files.list(folder.path)) {
            if (inside.findAny().isPresent()) {
                throw new IllegalArgumentException("there is something in it already; give a new folder");
            }
            return folder;
        } catch (IOException e) {
            throw new IllegalArgumentException("what is in it cannot be seen; give another folder", e);
        }
    }

    /**
     * Returns the place of a file in the folder.
     *
     * @param name the file's name
     * @return an absolute path
     */
    public Path file(String name) {
        return path.resolve(name);
    }

    /**
     * Returns the folder's place, for who writes files of its own there.
     *
     * @return an absolute path
     */
    public Path path() {
        return path;
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
