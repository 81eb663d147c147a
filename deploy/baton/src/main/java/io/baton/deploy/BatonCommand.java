package io.baton.deploy;

import io.baton.deploy.client.CallCommand;
import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.CommandGroup;
import io.baton.deploy.command.CommandProvider;
import io.baton.deploy.command.EventLog;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.open.Interruption;
import io.baton.deploy.open.Workloads;
import io.baton.deploy.password.StandardPasswords;
import io.baton.deploy.password.SystemTerminal;
import io.baton.deploy.serve.ServerCommand;
import io.baton.deploy.serve.UserCommands;
import io.baton.deploy.shell.ShellCommand;
import io.baton.deploy.store.BackupCommand;
import io.baton.deploy.store.CheckStoreCommand;
import io.baton.deploy.store.ExportStoreCommand;
import io.baton.deploy.store.ImportCommand;
import io.baton.deploy.store.LogCommand;
import io.baton.deploy.store.RestoreCommand;
import io.baton.deploy.top.TopCommand;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/** The main class: {@code baton run tpcc} and so on. Hands the outside world to the commands and ends the JVM. */
public final class BatonCommand {

    private static final int HELP_COLUMNS = 100;
    /** How long the end of the JVM is put off so that the report can be printed. */
    private static final Duration REPORT_TIME = Duration.ofSeconds(45);

    private BatonCommand() {
    }

    /**
     * Runs a command.
     *
     * @param arguments the command and its options
     */
    public static void main(String[] arguments) {
        EventLog.onlyWhereOpen();
        final Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(interruption), "baton-interruption"));
        final boolean terminal = isTerminal(System.console());
        final CommandContext context = new CommandContext(System.out, System.err, terminal,
            terminal && System.getenv("NO_COLOR") == null, SystemNanoClock.INSTANCE, SystemEpochClock.INSTANCE,
            LockSupport::parkNanos, FileSystems.getDefault(), Runtime.getRuntime().availableProcessors(),
            Workloads.find(BatonCommand.class.getClassLoader()),
            new StandardPasswords(System.console(), System.in, new SystemTerminal()), interruption);
        System.exit(execute(context, arguments));
    }

    /**
     * Runs a command in a world of the caller's choice, and does not end the JVM.
     *
     * @param context the world
     * @param arguments the command and its options
     * @return the exit status
     */
    public static int execute(CommandContext context, String... arguments) {
        try {
            return commandLine(context).execute(arguments);
        } catch (OutOfMemoryError e) {
            context.err().println("baton: out of memory (" + e.getMessage()
                + "); give more heap with BATON_JAVA_OPTS, for example -Xmx8g, or ask for less data.");
            return ExitStatus.FAILED;
        } finally {
            context.out().flush();
            context.err().flush();
            context.interruption().finish();
        }
    }

    /**
     * Makes the command line without running anything: for who wants to know whether there is such a command.
     *
     * @param context the world
     * @return all commands, those of other modules included
     */
    public static CommandLine commandLine(CommandContext context) {
        final List<CommandProvider> providers =
            ServiceLoader.load(CommandProvider.class).stream().map(ServiceLoader.Provider::get).toList();
        final CommandLine baton = baton(providers)
            .addSubcommand(CommandGroup.ofWorkloads(context, "run",
                "Load a workload or go on with a store, run it, check it and report.", RunCommand::of))
            .addSubcommand(CheckStoreCommand.of(context))
            .addSubcommand(new LogCommand(context))
            .addSubcommand(new BackupCommand(context))
            .addSubcommand(new RestoreCommand(context))
            .addSubcommand(ExportStoreCommand.of(context))
            .addSubcommand(new ImportCommand(context))
            .addSubcommand(new ServerCommand(context))
            .addSubcommand(new CallCommand(context))
            .addSubcommand(new ShellCommand(context, System.in))
            .addSubcommand(new TopCommand(context))
            .addSubcommand(UserCommands.of(context))
            .addSubcommand(new NodeCommand(context))
            .addSubcommand(CommandGroup.of("history", "COMMAND",
                "Read what a run with --history has recorded.", "Commands",
                "", "'baton history check --help' explains the verdict.")
                .addSubcommand(new HistoryCheckCommand(context))
                .addSubcommand(new HistoryExportCommand(context)));
        providers.forEach(provider -> provider.commands(context).forEach(baton::addSubcommand));
        return baton
            .setOut(new PrintWriter(context.out(), true, StandardCharsets.UTF_8))
            .setErr(new PrintWriter(context.err(), true, StandardCharsets.UTF_8))
            .setColorScheme(Help.defaultColorScheme(context.colours() ? Help.Ansi.ON : Help.Ansi.OFF))
            .setUsageHelpWidth(HELP_COLUMNS)
            .setParameterExceptionHandler((wrong, given) -> Complaints.complain(wrong, context.err()))
            .setExecutionExceptionHandler((failure, command, parsed) -> {
                context.console().clear();
                return Refusals.tell(failure, context.err());
            });
    }

    private static CommandLine baton(List<CommandProvider> providers) {
        final List<String> examples = new ArrayList<>();
        examples.add("  baton run tpcc       load TPC-C data, run the mix for 10 seconds, check it, print the result");
        providers.forEach(provider -> examples.addAll(provider.examples()));
        examples.add("  baton run --help     which workloads there are");
        final CommandLine baton = CommandGroup.of("baton", "COMMAND",
            "Baton, an in-memory OLTP engine whose clients hand locks to each other.", "Commands",
            examples.toArray(new String[0]));
        baton.getCommandSpec().usageMessage().footerHeading("%nExamples:%n");
        return baton;
    }

    private static boolean isTerminal(@Nullable Console console) {
        return console != null && console.isTerminal() && !"dumb".equals(System.getenv("TERM"));
    }

    /** The JVM ends, because the user wants it or because the command is done: lets the command tell what it knows. */
    private static void stop(Interruption interruption) {
        interruption.request();
        try {
            interruption.awaitFinish(REPORT_TIME);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
