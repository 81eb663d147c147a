package io.baton.storage.recovery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The process that has a store open, as it writes itself into the file {@code lock} (storage/spec/3-durability.md): a
 * line of text, so that a person can read it, too.
 *
 * @param pid the process
 * @param started when it began, as the system says; null if it does not
 * @param kernel whether it has the {@link KernelLock}
 * @param file the identity of the file {@code lock} in its file system: a copy is another file, and names no holder
 */
record Holder(long pid, @Nullable Instant started, boolean kernel, String file) {
    private static final Pattern LINE =
        Pattern.compile("pid=(\\d{1,18}) started=(\\S+) kernel=(yes|no) file=([^\\n]*)\\n");
    private static final int BYTES_MAX = 4096;
    /** The system counts from its own start, which it knows to a second. */
    private static final Duration TOLERANCE = Duration.ofSeconds(3);

    /** Returns this process. */
    static Holder ofThisProcess(boolean kernel, String file) {
        final ProcessHandle self = ProcessHandle.current();
        return new Holder(self.pid(), self.info().startInstant().orElse(null), kernel, file);
    }

    /** Writes it, instead of what was there. */
    void write(FileChannel lock) throws IOException {
        final String line = "pid=%d started=%s kernel=%s file=%s\n".formatted(pid, started == null ? "-" : started,
            kernel ? "yes" : "no", file);
        final ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        lock.truncate(0);
        while (bytes.hasRemaining()) {
            lock.write(bytes, bytes.position());
        }
    }

    /** Reads it; nothing if the file is empty, or has something else. */
    static Optional<Holder> read(FileChannel lock) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(BYTES_MAX);
        int count = 0;
        while (bytes.hasRemaining() && count >= 0) {
            count = lock.read(bytes, bytes.position());
        }
        return parse(StandardCharsets.UTF_8.decode(bytes.flip()).toString());
    }

    private static Optional<Holder> parse(String text) {
        final Matcher line = LINE.matcher(text);
        if (!line.matches()) {
            return Optional.empty();
        }
        try {
            final Instant began = "-".equals(line.group(2)) ? null : Instant.parse(line.group(2));
            return Optional.of(new Holder(Long.parseLong(line.group(1)), began, "yes".equals(line.group(3)),
                line.group(4)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    boolean isThisProcess() {
        return pid == ProcessHandle.current().pid();
    }

    /** Returns whether another process runs, or is stopped, that has the file open which this was read from. */
    boolean isAlive(String lockFile) {
        return file.equals(lockFile) && !isThisProcess() && ProcessHandle.of(pid).filter(this::isSame).isPresent();
    }

    private boolean isSame(ProcessHandle process) {
        if (!process.isAlive() || isDefunct()) {
            return false;
        }
        final Instant began = process.info().startInstant().orElse(null);
        return began == null || started == null
            || Duration.between(began, started).abs().compareTo(TOLERANCE) < 0;
    }

    /** A process that has ended and that its parent has not asked for: Linux shows it, and it has nothing open. */
    private boolean isDefunct() {
        try {
            final String status = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return status.startsWith(" Z", status.lastIndexOf(')') + 1);
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return isThisProcess() ? "this process, " + pid
            : "process " + pid + (started == null ? "" : ", started " + started);
    }
}
