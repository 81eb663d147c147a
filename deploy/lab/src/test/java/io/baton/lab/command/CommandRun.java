package io.baton.lab.command;

import io.baton.deploy.BatonCommand;
import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.PasswordSource;
import io.baton.deploy.open.Interruption;
import io.baton.deploy.open.Workloads;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;

/** A command called as a shell calls it, but in this JVM: two processors, no terminal. */
final class CommandRun {

    private final ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errBytes = new ByteArrayOutputStream();

    /** The wish to stop. */
    final Interruption interruption = new Interruption();
    /** What the command gets. */
    final CommandContext context = new CommandContext(
        new PrintStream(outBytes, false, StandardCharsets.UTF_8),
        new PrintStream(errBytes, false, StandardCharsets.UTF_8), false, false, SystemNanoClock.INSTANCE,
        SystemEpochClock.INSTANCE, LockSupport::parkNanos, FileSystems.getDefault(), 2,
        Workloads.find(CommandRun.class.getClassLoader()), PasswordSource.none(), interruption);

    int execute(String... arguments) {
        return BatonCommand.execute(context, arguments);
    }

    String out() {
        return outBytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    String err() {
        return errBytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
