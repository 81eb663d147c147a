package io.baton.lab.server;

import io.baton.deploy.command.CommandContext;
import io.baton.lab.server.access.Line;
import io.baton.lab.server.access.Served;
import io.baton.lab.server.access.ServerAccess;
import io.baton.workload.CallSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Measures one case. */
final class CaseRun {

    private static final long LOOK_NANOS = 20_000_000;
    private static final int P50 = 50;
    private static final int P99 = 99;

    private final CommandContext context;
    private final ServerPlan plan;
    private final ServerCase of;
    private final ServerAccess access;
    private final Stopwatch watch;
    private final int underWay;
    private final List<Line> lines = new ArrayList<>();
    private final List<LineTally> tallies = new ArrayList<>();
    private final List<CallSource> sources = new ArrayList<>();

    CaseRun(CommandContext context, ServerPlan plan, ServerCase of, ServerAccess access, int underWay) {
        this.context = context;
        this.plan = plan;
        this.of = of;
        this.access = access;
        this.underWay = underWay;
        this.watch = new Stopwatch(of.connections() * underWay);
    }

    ServerFigure run(ServerBenchmark.Opened opened) throws IOException, InterruptedException {
        final Clocks begin;
        final Clocks end;
        final boolean allEnded;
        try {
            start(opened);
            pause(plan.warmup());
            begin = Clocks.now(context.clock(), opened.served);
            watch.measure();
            pause(plan.measured());
            watch.end();
            end = Clocks.now(context.clock(), opened.served);
            allEnded = watch.awaitEnd();
        } finally {
            watch.end();
            lines.forEach(Line::close);
        }
        opened.effect += sources.stream().mapToLong(CallSource::effect).sum();
        final String violations =
            allEnded ? opened.served.violations(opened.effect) : "some calls have not ended within 30 s";
        return figure(begin, end, violations);
    }

    private void start(ServerBenchmark.Opened opened) throws IOException {
        for (int i = 0; i < of.connections(); i++) {
            lines.add(access.connect(opened.served));
        }
        for (int i = 0; i < of.connections(); i++) {
            final LineTally tally = new LineTally();
            tallies.add(tally);
            for (int j = 0; j < underWay; j++) {
                final CallSource source = opened.sources.apply(i * underWay + j);
                sources.add(source);
                final Slot slot = new Slot(lines.get(i), source, tally, watch, context.clock());
                if (lines.get(i).waits()) {
                    Thread.ofPlatform().daemon().name("caller-" + i).start(slot::run);
                } else {
                    slot.run();
                }
            }
        }
    }

    private void pause(Duration time) {
        final long end = context.clock().nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0 && !context.interruption().requested();) {
            context.pause().accept(Math.min(left, LOOK_NANOS));
            left = end - context.clock().nanoTime();
        }
    }

    private ServerFigure figure(Clocks begin, Clocks end, String violations) {
        final Histogram all = new LineTally().nanos();
        long failures = 0;
        String failure = "";
        for (final LineTally tally : tallies) {
            all.add(tally.nanos());
            failures += tally.failures();
            failure = tally.failure().isEmpty() ? failure : tally.failure();
        }
        final long calls = Math.max(1, all.getTotalCount());
        final long client = opensOwnProcess() ? (end.ownNanos - begin.ownNanos) / calls : 0;
        return new ServerFigure(of, all.getTotalCount() * 1e9 / (end.nanos - begin.nanos),
            all.getValueAtPercentile(P50), all.getValueAtPercentile(P99),
            (end.servedNanos - begin.servedNanos) / calls, client, failures, failure, violations,
            0, Kills.NONE);
    }

    private boolean opensOwnProcess() {
        return access.hasOwnProcess();
    }

    /** What clocks showed at a moment: time, and processor time of the server and of this process. */
    private record Clocks(long nanos, long servedNanos, long ownNanos) {

        static Clocks now(org.agrona.concurrent.NanoClock clock, Served served) {
            return new Clocks(clock.nanoTime(), served.processorNanos(),
                ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L));
        }
    }
}
