package io.baton.lab.load;

import io.baton.lock.LockMode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Reads and writes traces in the format of FissLock's tools, so that a user's own trace can be run. A line is a lock
 * that a transaction needs, and neighbouring lines with the same transaction id are one transaction:
 *
 * <pre>
 *   txnId,action,txnType,lockId,lockType
 *
 *   txnId     any 64-bit number
 *   action    0, acquire; releases are not written, all locks are released at the end
 *   txnType   1 to 255, the same in all lines of a transaction
 *   lockId    any 64-bit number
 *   lockType  1 shared, 2 exclusive
 * </pre>
 *
 * <p>If all lock ids are from 0 to {@value #SLOT_MAX}, a lock's id is its slot, as in ShiftLock's runner: the table has
 * one lock more than the highest id, used or not. Otherwise the locks that occur get the slots 0, 1, 2 and so on in the
 * order of their ids, so that neighbours stay neighbours.
 */
public final class TraceCsv {

    /** The highest lock id up to which ids are slots; a table of so many locks takes 256 MiB at 16 bytes each. */
    static final int SLOT_MAX = (1 << 24) - 1;

    private TraceCsv() {
    }

    /**
     * Reads a trace.
     *
     * @param files where it is
     * @param name its name
     * @return the trace
     * @throws IllegalArgumentException if there is no such file, or it is no trace; the message has the line's number
     *         and the value that is wrong
     * @throws UncheckedIOException if the file cannot be read
     */
    public static LockTrace read(FileSystem files, String name) {
        final Path path = path(files, name);
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException("there is no file " + path + "; give the name of a trace");
        }
        // Each byte is a character, so that a file that is no text fails as a bad value with its line.
        try (BufferedReader lines = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1)) {
            final TraceCsvParser parser = new TraceCsvParser(name);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                parser.line(line);
            }
            return parser.end();
        } catch (IOException e) {
            throw new UncheckedIOException("the trace " + path + " could not be read", e);
        }
    }

    /**
     * Writes a trace, slots as lock ids and transactions numbered from 1. Read again, its table ends with the highest
     * slot in it, and no lockless transactions are known; with slots above {@value #SLOT_MAX}, they become dense.
     *
     * @param files where it is to be
     * @param name its name; a file of this name is overwritten
     * @param trace what to write
     * @throws IllegalArgumentException if this is no name of a file
     * @throws UncheckedIOException if the file cannot be written
     */
    public static void write(FileSystem files, String name, LockTrace trace) {
        final Path path = path(files, name);
        try (BufferedWriter lines = Files.newBufferedWriter(path, StandardCharsets.US_ASCII)) {
            final StringBuilder line = new StringBuilder();
            for (int transaction = 0; transaction < trace.transactions(); transaction++) {
                for (int i = 0; i < trace.size(transaction); i++) {
                    line.setLength(0);
                    line.append(transaction + 1L).append(',').append(TraceCsvParser.ACQUIRE)
                        .append(',').append(trace.type(transaction)).append(',').append(trace.slot(transaction, i))
                        .append(',').append(lockType(trace.mode(transaction, i))).append('\n');
                    lines.append(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the trace could not be written to " + path, e);
        }
    }

    private static int lockType(LockMode mode) {
        return mode == LockMode.SHARED ? TraceCsvParser.SHARED : TraceCsvParser.EXCLUSIVE;
    }

    private static Path path(FileSystem files, String name) {
        try {
            return files.getPath(name).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("\"" + name + "\" is no name of a file; give another", e);
        }
    }
}
