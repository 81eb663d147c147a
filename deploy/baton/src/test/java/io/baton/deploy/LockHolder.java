package io.baton.deploy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Another process that has a store open, as far as one can tell from outside: it holds the lock. */
final class LockHolder implements AutoCloseable {

    private static final String HELD = "held";

    private final Process process;

    private LockHolder(Process process) {
        this.process = process;
    }

    static LockHolder start(Path store) throws IOException {
        return new LockHolder(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp", System.getProperty("java.class.path"), LockHolder.class.getName(), store.resolve("lock").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** Waits for the process; tells whether it has got the lock. */
    boolean holds() throws IOException {
        final BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        return HELD.equals(out.readLine());
    }

    /** Takes the lock, says so, and keeps it until its input ends. */
    public static void main(String[] arguments) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
            final FileLock lock = channel.tryLock();
            System.out.println(lock != null && lock.isValid() ? HELD : "not held");
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }
}
