package io.baton.deploy;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.PasswordSource;
import io.baton.deploy.open.Interruption;
import io.baton.deploy.open.Workloads;
import io.baton.workload.Workload;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** A command called as a shell calls it, but in this JVM: two processors, no terminal. */
public final class CommandRun {

    /** The time of day at which all commands run. */
    public static final long TIME = 1_790_000_000_000L;

    private final ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errBytes = new ByteArrayOutputStream();

    /** What the user types at a terminal when asked for a password; there is no terminal while it is empty. */
    public final Deque<String> typed = new ArrayDeque<>();
    /** Whether standard input is a terminal, though nobody can be asked. */
    public boolean terminal;
    /** Lines of standard input. */
    public final Deque<String> piped = new ArrayDeque<>();
    private final PasswordSource passwords = new PasswordSource() {
        @Override
        public char @Nullable [] ask(String prompt) {
            return typed.isEmpty() ? null : typed.remove().toCharArray();
        }

        @Override
        public char @Nullable [] line() {
            return piped.isEmpty() ? null : piped.remove().toCharArray();
        }

        @Override
        public boolean isPiped() {
            return !terminal;
        }
    };

    /** The wish to stop. */
    public final Interruption interruption = new Interruption();
    /** What the command gets. */
    public final CommandContext context;

    /** With the workloads on the class path of the tests. */
    public CommandRun() {
        this(Workloads.find(CommandRun.class.getClassLoader()));
    }

    public CommandRun(List<Workload> workloads) {
        this.context = new CommandContext(
            new PrintStream(outBytes, false, StandardCharsets.UTF_8),
            new PrintStream(errBytes, false, StandardCharsets.UTF_8), false, false, SystemNanoClock.INSTANCE,
            () -> TIME, LockSupport::parkNanos, FileSystems.getDefault(), 2, workloads, passwords, interruption);
    }

    public int execute(String... arguments) {
        return BatonCommand.execute(context, arguments);
    }

    public String out() {
        return outBytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    public String err() {
        return errBytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
