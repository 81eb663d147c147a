package io.baton.lab.server;

import io.baton.deploy.command.CommandContext;
import io.baton.lab.server.access.Accesses;
import io.baton.lab.server.access.BatonServed;
import io.baton.lab.server.access.RudeClients;
import io.baton.lab.server.access.ServedWorkload;
import io.baton.lab.server.access.ServerAccess;
import io.baton.lab.server.access.Victims;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures what becomes of the calls of some well-behaved connections while other clients read nothing, send garbage,
 * or are killed in the middle of their calls; and how long the locks of killed ones stay.
 */
final class HostileRun {

    /** So many connections make calls, one after the other. */
    static final int BUSY = 16;

    private final CommandContext context;
    private final ServerPlan plan;
    private final ServerAccess access = Accesses.waitingClient();

    HostileRun(CommandContext context, ServerPlan plan) {
        this.context = context;
        this.plan = plan;
    }

    /** Measures without any, then with each kind; only the first ones if it was interrupted. */
    List<ServerFigure> run(ServedWorkload subject, ServerBenchmark.Listener listener)
            throws IOException, InterruptedException {
        final List<ServerFigure> figures = new ArrayList<>();
        try (BatonServed served = BatonServed.start(subject)) {
            final ServerBenchmark.Opened opened = new ServerBenchmark.Opened(served, subject.sources());
            for (final Hostility hostility : Hostility.values()) {
                if (!context.interruption().requested()) {
                    final ServerCase of = new ServerCase(subject.name(), access.name(), BUSY, 0, hostility,
                        hostility == Hostility.NONE ? 0 : plan.hostile());
                    listener.begins(of);
                    final ServerFigure figure = measure(of, served, opened);
                    listener.measured(figure);
                    figures.add(figure);
                }
            }
        }
        return figures;
    }

    private ServerFigure measure(ServerCase of, BatonServed served, ServerBenchmark.Opened opened)
            throws IOException, InterruptedException {
        final CaseRun run = new CaseRun(context, plan, of, access, 1);
        return switch (of.hostility()) {
            case NONE -> run.run(opened);
            case UNREAD -> beside(RudeClients.readingNothing(served, of.hostile()), run, opened);
            case GARBAGE -> beside(RudeClients.sendingGarbage(served, of.hostile(), context.pause()), run, opened);
            case KILLED -> killed(of, run, served, opened);
        };
    }

    private static ServerFigure beside(RudeClients clients, CaseRun run, ServerBenchmark.Opened opened)
            throws IOException, InterruptedException {
        try (clients) {
            return run.run(opened);
        }
    }

    /** They are killed one after the other, evenly while it is measured. */
    private ServerFigure killed(ServerCase of, CaseRun run, BatonServed served, ServerBenchmark.Opened opened)
            throws IOException, InterruptedException {
        try (Victims victims = Victims.start(served, of.hostile(), plan.accounts(), context.clock())) {
            final Thread killer = Thread.ofPlatform().daemon().name("killer").start(() -> {
                context.pause().accept(plan.warmup().toNanos());
                for (int i = 0; i < of.hostile() && !context.interruption().requested(); i++) {
                    context.pause().accept(plan.measured().toNanos() / (of.hostile() + 1));
                    victims.kill(i);
                }
            });
            final ServerFigure figure = run.run(opened);
            killer.join();
            return figure.withKills(Kills.of(victims.freeNanos())).withViolations(victims.notFree());
        }
    }
}
