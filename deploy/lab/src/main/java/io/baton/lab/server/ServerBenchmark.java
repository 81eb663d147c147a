package io.baton.lab.server;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.open.DataSettings;
import io.baton.lab.server.access.Accesses;
import io.baton.lab.server.access.Served;
import io.baton.lab.server.access.ServedWorkload;
import io.baton.lab.server.access.ServerAccess;
import io.baton.workload.CallSource;
import io.baton.workload.Setting;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** Calls procedures in several ways, over more and more connections, and measures each. One thread. */
public final class ServerBenchmark {

    private static final long SEED = 1;

    private final CommandContext context;
    private final ServerPlan plan;
    private final Listener listener;
    private final List<ServerAccess> accesses;

    /** Is told what happens. */
    public interface Listener {

        /**
         * A case begins.
         *
         * @param of the case
         */
        void begins(ServerCase of);

        /**
         * A case is done.
         *
         * @param figure what it has come to
         */
        void measured(ServerFigure figure);

        /**
         * An access is left out for a workload.
         *
         * @param workload the workload
         * @param access the access
         * @param why a clause
         */
        void skipped(String workload, String access, String why);
    }

    /**
     * Prepares.
     *
     * @param context the outside world
     * @param plan what to measure
     * @param listener is told what happens, by the measuring thread
     */
    public ServerBenchmark(CommandContext context, ServerPlan plan, Listener listener) {
        this.context = context;
        this.plan = plan;
        this.listener = listener;
        this.accesses = Accesses.all(context.files(), plan.underWay());
    }

    /**
     * Measures.
     *
     * @return a figure for each case, or for the first ones if it was interrupted
     * @throws IOException if a server cannot be started or reached
     * @throws InterruptedException if the thread is interrupted
     */
    public List<ServerFigure> run() throws IOException, InterruptedException {
        final List<ServerFigure> figures = new ArrayList<>();
        for (final String name : plan.workloads()) {
            run(subject(name), figures);
        }
        if (plan.idle() > 0 && !context.interruption().requested()) {
            figures.addAll(new IdleRun(context, plan).run(subject(ServedWorkload.SMALLBANK), listener));
        }
        if (plan.hostile() > 0 && !context.interruption().requested()) {
            figures.addAll(new HostileRun(context, plan).run(subject(ServedWorkload.SMALLBANK), listener));
        }
        return figures;
    }

    private ServedWorkload subject(String name) {
        final Map<Setting, Long> values = new HashMap<>();
        final Optional<Workload> workload =
            context.workloads().stream().filter(each -> each.name().equals(name)).findFirst();
        if (name.equals(ServedWorkload.SMALLBANK)) {
            workload.orElseThrow().settings().stream().filter(setting -> setting.name().equals("accounts"))
                .forEach(setting -> values.put(setting, (long) plan.accounts()));
        }
        return new ServedWorkload(name, workload.orElse(null), new WorkloadConfig(values, SEED, DataSettings.LENGTH),
            plan.accounts());
    }

    private void run(ServedWorkload subject, List<ServerFigure> figures) throws IOException, InterruptedException {
        ServerAccess opener = null;
        Opened opened = null;
        try {
            for (final ServerAccess access : accesses) {
                if (!plan.accesses().contains(access.asked()) || context.interruption().requested()) {
                    continue;
                }
                final Optional<String> missing = access.missing(subject);
                if (missing.isPresent()) {
                    listener.skipped(subject.name(), access.name(), missing.get());
                    continue;
                }
                if (opened == null || opener == null || !access.shares(opener)) {
                    if (opened != null) {
                        opened.served.close();
                        opened = null;
                    }
                    opener = access;
                    opened = new Opened(access.open(subject), subject.sources());
                }
                measure(subject, access, opened, figures);
            }
        } finally {
            if (opened != null) {
                opened.served.close();
            }
        }
    }

    private void measure(ServedWorkload subject, ServerAccess access, Opened opened, List<ServerFigure> figures)
            throws IOException, InterruptedException {
        final List<Integer> connections = subject.isEmpty() ? List.of(1) : plan.connections();
        for (final int number : connections) {
            if (context.interruption().requested()) {
                return;
            }
            final ServerCase of = new ServerCase(subject.name(), access.name(), number);
            listener.begins(of);
            final ServerFigure figure =
                new CaseRun(context, plan, of, access, access.underWay(subject)).run(opened);
            listener.measured(figure);
            figures.add(figure);
        }
    }

    /** What is called, and what its calls have changed. */
    static final class Opened {
        final Served served;
        final IntFunction<CallSource> sources;
        long effect;

        Opened(Served served, IntFunction<CallSource> sources) {
            this.served = served;
            this.sources = sources;
        }
    }
}
