package io.baton.lab.child;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The parent's end of a child: a JVM with the same Java, class path and flags as this one. Its lines are read as they
 * come, up to the last one after its end. One thread, besides the reader's.
 */
public final class ChildProcess implements AutoCloseable {

    private static final int ERROR_LINES = 30;

    private final Process process;
    private final Path errors;
    private final Consumer<String[]> listener;
    private final Thread reader;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    @GuardedBy("lock")
    private final Set<String> said = new HashSet<>();
    @GuardedBy("lock")
    private boolean ended;

    /**
     * Starts a child.
     *
     * @param main its main class
     * @param flags of the JVM, instead of this one's heap, collector and logging; none for the same as this one's
     * @param arguments what it is told
     * @param errors where its standard error goes
     * @param listener is given the words of each line, by the reader's thread, until {@link #kill} or {@link #awaitEnd}
     *     return
     * @throws IOException if it cannot be started
     */
    public ChildProcess(Class<?> main, List<String> flags, List<String> arguments, Path errors,
            Consumer<String[]> listener) throws IOException {
        this.errors = errors;
        this.listener = listener;
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> !flag.startsWith("-javaagent") && !flag.startsWith("-agentlib"))
            .filter(flag -> flags.isEmpty() || !flag.startsWith("-X"))
            .forEach(command::add);
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        reader = Thread.ofPlatform().name("child-reader").start(this::read);
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(ChildLines.MARK)) {
                    final String[] words = line.substring(ChildLines.MARK.length()).split(" ", -1);
                    listener.accept(words);
                    tell(words[0]);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the child's lines cannot be read", e);
        } finally {
            lock.lock();
            try {
                ended = true;
                news.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private void tell(String word) {
        lock.lock();
        try {
            if (said.add(word)) {
                news.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for a line.
     *
     * @param word its first word
     * @param nanos how long at most
     * @return whether it has come
     * @throws ChildFailure if the child has ended without it
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean await(String word, long nanos) throws InterruptedException {
        long left = nanos;
        lock.lock();
        try {
            while (!said.contains(word)) {
                if (ended) {
                    throw failure("has ended before it said '" + word + "'");
                }
                if (left <= 0) {
                    return false;
                }
                left = news.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until so much time has gone by.
     *
     * @param nanos how long
     * @throws ChildFailure if the child ends meanwhile
     * @throws InterruptedException if the thread is interrupted
     */
    public void pause(long nanos) throws InterruptedException {
        long left = nanos;
        lock.lock();
        try {
            while (left > 0) {
                if (ended) {
                    throw failure("has ended by itself");
                }
                left = news.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether it has not ended yet} */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Sends a signal.
     *
     * @param signal STOP or CONT
     * @throws IOException if there is no program to send it with
     * @throws InterruptedException if the thread is interrupted
     */
    public void signal(String signal) throws IOException, InterruptedException {
        final Process kill =
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).inheritIO().start();
        if (kill.waitFor() != 0) {
            throw failure("cannot be sent SIG" + signal);
        }
    }

    /**
     * Sends SIGKILL, and waits until the last line is read: what is in the pipe was said.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void kill() throws InterruptedException {
        // Through the handle: the process's own method closes the pipe.
        process.toHandle().destroyForcibly();
        process.waitFor();
        reader.join();
    }

    /**
     * Waits until the child has ended in order and its last line is read.
     *
     * @param nanos how long at most
     * @throws ChildFailure if it goes on, or has failed
     * @throws InterruptedException if the thread is interrupted
     */
    public void awaitEnd(long nanos) throws InterruptedException {
        if (!process.waitFor(nanos, TimeUnit.NANOSECONDS)) {
            throw failure("does not end");
        }
        reader.join();
        if (process.exitValue() != 0) {
            throw failure("has failed");
        }
    }

    /**
     * Makes what to throw, with the end of what the child has complained of.
     *
     * @param what the rest of a sentence about the child
     * @return the failure
     */
    public ChildFailure failure(String what) {
        final String status = process.isAlive() ? "" : " (exit status " + process.exitValue() + ")";
        try {
            final List<String> text = Files.readAllLines(errors, StandardCharsets.UTF_8);
            return new ChildFailure("a child " + what + status + "; its standard error, " + errors + ", "
                + (text.isEmpty() ? "is empty" : "ends so:\n"
                    + String.join("\n", text.subList(Math.max(0, text.size() - ERROR_LINES), text.size()))));
        } catch (IOException e) {
            return new ChildFailure("a child " + what + status + "; its standard error cannot be read: " + e);
        }
    }

    /** Kills the child if it is still there. */
    @Override
    public void close() {
        process.toHandle().destroyForcibly();
    }
}
