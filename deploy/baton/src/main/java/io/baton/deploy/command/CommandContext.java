package io.baton.deploy.command;

import io.baton.deploy.open.Interruption;
import io.baton.deploy.report.Console;
import io.baton.workload.Workload;
import java.io.PrintStream;
import java.nio.file.FileSystem;
import java.util.List;
import java.util.function.LongConsumer;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/**
 * What commands get from the outside world.
 *
 * @param out where results go
 * @param err where complaints go
 * @param terminal whether out is a terminal
 * @param colours whether its user wants colours
 * @param clock monotonic time
 * @param wallClock the time of day
 * @param pause waits for about so many nanoseconds
 * @param files where result files are
 * @param processors how many processors there are
 * @param workloads what there is to run, in the order of lists
 * @param passwords where passwords come from
 * @param interruption requested when the user stops the command
 */
public record CommandContext(PrintStream out, PrintStream err, boolean terminal, boolean colours, NanoClock clock,
        EpochClock wallClock, LongConsumer pause, FileSystem files, int processors, List<Workload> workloads,
        PasswordSource passwords, Interruption interruption) {

    /** {@return what the command prints its report to} */
    public Console console() {
        return new Console(out, terminal, colours);
    }
}
