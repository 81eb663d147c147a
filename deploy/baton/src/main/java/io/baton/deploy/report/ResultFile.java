package io.baton.deploy.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that a result will be written to. Looked at before the work begins, so that no result is lost. */
public final class ResultFile {

    private final Path path;
    /** Empty for whatever is there already to be overwritten. */
    private final OpenOption[] options;

    private ResultFile(Path path, OpenOption... options) {
        this.path = path;
        this.options = options;
    }

    /**
     * Looks whether a file can be written.
     *
     * @param files where it is to be
     * @param name its name
     * @return the file, which is not touched yet
     * @throws IllegalArgumentException if it cannot be written; the message says why and what to do
     */
    public static ResultFile of(FileSystem files, String name) {
        final Path path;
        try {
            path = files.getPath(name).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("this is no name of a file; give another", e);
        }
        final Path folder = path.getParent();
        if (name.isEmpty() || folder == null || Files.isDirectory(path)) {
            throw new IllegalArgumentException("this is no file; give a file's name");
        }
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there is no directory " + folder + "; create it or give another file");
        }
        if (!Files.isWritable(Files.exists(path) ? path : folder)) {
            throw new IllegalArgumentException("it must not be written; give another file");
        }
        return new ResultFile(path);
    }

    /**
     * Looks whether a file can be written that is not there yet. If it is there when it is written, writing fails.
     *
     * @param files where it is to be
     * @param name its name
     * @return the file, which is not made yet
     * @throws IllegalArgumentException if it is there or cannot be written; the message says why and what to do
     */
    public static ResultFile ofNew(FileSystem files, String name) {
        final Path path = of(files, name).path;
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new IllegalArgumentException("there is a file of this name already; delete it or give another");
        }
        return new ResultFile(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /**
     * Returns the file's place, for who writes it piece by piece.
     *
     * @return an absolute path
     */
    public Path path() {
        return path;
    }

    /**
     * Opens the file for text that comes piece by piece.
     *
     * @return a writer, UTF-8; its user closes it
     * @throws UncheckedIOException if it cannot be written after all
     */
    public Writer writer() {
        try {
            return Files.newBufferedWriter(path, options);
        } catch (IOException e) {
            throw new UncheckedIOException("the result could not be written to " + path, e);
        }
    }

    /**
     * Writes the file.
     *
     * @param text all of it
     * @throws UncheckedIOException if it cannot be written after all
     */
    public void write(String text) {
        try {
            Files.writeString(path, text, options);
        } catch (IOException e) {
            throw new UncheckedIOException("the result could not be written to " + path, e);
        }
    }
}
