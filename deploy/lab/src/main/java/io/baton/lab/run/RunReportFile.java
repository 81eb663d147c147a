package io.baton.lab.run;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads reports of runs from files. */
public final class RunReportFile {

    private RunReportFile() {
    }

    /**
     * Reads a report.
     *
     * @param files where it is
     * @param name its name
     * @return the report
     * @throws IllegalArgumentException if there is no such file, it cannot be read, or it is no report of a run; the
     *         message says which and what to do
     */
    public static RecordedRun read(FileSystem files, String name) {
        final Path path;
        try {
            path = files.getPath(name).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("this is no name of a file; give another", e);
        }
        if (!Files.exists(path)) {
            throw new IllegalArgumentException("there is no such file; " + RunReportParser.ADVICE);
        }
        if (name.isEmpty() || Files.isDirectory(path)) {
            throw new IllegalArgumentException("this is no file; " + RunReportParser.ADVICE);
        }
        try {
            return RunReportParser.parse(Files.readString(path));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("this is not JSON but no text at all; " + RunReportParser.ADVICE, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("it cannot be read; look at its permissions or give another", e);
        }
    }
}
