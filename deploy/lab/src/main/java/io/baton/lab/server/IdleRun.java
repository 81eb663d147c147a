package io.baton.lab.server;

import io.baton.client.BatonClient;
import io.baton.client.ClientOptions;
import io.baton.client.ClientThreads;
import io.baton.deploy.command.CommandContext;
import io.baton.lab.server.access.Accesses;
import io.baton.lab.server.access.BatonServed;
import io.baton.lab.server.access.ServedWorkload;
import io.baton.lab.server.access.ServerAccess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures what connections cost that do nothing: the server's memory for each, and what becomes of the calls of some
 * busy connections when they are there.
 */
final class IdleRun {

    /** So many connections make calls, one after the other. */
    static final int BUSY = 16;

    private final CommandContext context;
    private final ServerPlan plan;
    private final ServerAccess access = Accesses.waitingClient();

    IdleRun(CommandContext context, ServerPlan plan) {
        this.context = context;
        this.plan = plan;
    }

    /** Measures without idle connections, then with them; only the first if it was interrupted. */
    List<ServerFigure> run(ServedWorkload subject, ServerBenchmark.Listener listener)
            throws IOException, InterruptedException {
        final List<ServerFigure> figures = new ArrayList<>();
        try (BatonServed served = BatonServed.start(subject)) {
            final ServerBenchmark.Opened opened = new ServerBenchmark.Opened(served, subject.sources());
            measure(subject, 0, 0, opened, figures, listener);
            final long before = served.residentBytes();
            try (ClientThreads threads = ClientThreads.start(1)) {
                for (int i = 0; i < plan.idle() && !context.interruption().requested(); i++) {
                    BatonClient.connect(ClientOptions.of(served.address()).threads(threads));
                }
                if (!context.interruption().requested()) {
                    final long bytesEach = Math.max(0, served.residentBytes() - before) / plan.idle();
                    measure(subject, plan.idle(), bytesEach, opened, figures, listener);
                }
            }
        }
        return figures;
    }

    private void measure(ServedWorkload subject, int idle, long bytesEach, ServerBenchmark.Opened opened,
            List<ServerFigure> figures, ServerBenchmark.Listener listener) throws IOException, InterruptedException {
        final ServerCase of = new ServerCase(subject.name(), access.name(), BUSY, idle);
        listener.begins(of);
        final ServerFigure figure =
            new CaseRun(context, plan, of, access, 1).run(opened).withIdleBytesEach(bytesEach);
        listener.measured(figure);
        figures.add(figure);
    }
}
