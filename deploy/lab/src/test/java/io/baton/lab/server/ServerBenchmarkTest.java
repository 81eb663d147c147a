package io.baton.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.PasswordSource;
import io.baton.deploy.open.Interruption;
import io.baton.deploy.open.Workloads;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real servers, for moments. */
@Timeout(120)
class ServerBenchmarkTest {

    private final List<String> skipped = new ArrayList<>();
    private final Interruption interruption = new Interruption();
    private final CommandContext context = new CommandContext(new PrintStream(OutputStream.nullOutputStream()),
        new PrintStream(OutputStream.nullOutputStream()), false, false, SystemNanoClock.INSTANCE,
        SystemEpochClock.INSTANCE, LockSupport::parkNanos, FileSystems.getDefault(), 2,
        Workloads.find(getClass().getClassLoader()), PasswordSource.none(), interruption);

    private List<ServerFigure> run(List<String> workloads, String... accesses) throws Exception {
        return run(new ServerPlan(workloads, List.of(accesses), List.of(1, 4), Duration.ofMillis(50),
            Duration.ofMillis(200), 8, 500, 0, 0));
    }

    private List<ServerFigure> run(ServerPlan plan) throws Exception {
        return new ServerBenchmark(context, plan, new ServerBenchmark.Listener() {
            @Override
            public void begins(ServerCase of) {
                // It is told when it is done.
            }

            @Override
            public void measured(ServerFigure figure) {
                assertThat(figure.callsPerSecond()).as(figure.toString()).isPositive();
                assertThat(figure.failures()).as(figure.failure()).isZero();
                assertThat(figure.violations()).isEmpty();
            }

            @Override
            public void skipped(String workload, String access, String why) {
                skipped.add(workload + " " + access);
            }
        }).run();
    }

    @Test
    @Tag("thorough")
    void callsAreMadeEmbeddedAndThroughTheClientAndMoneyIsCounted() throws Exception {
        final List<ServerFigure> figures = run(List.of("smallbank"), "embedded", "client-pipelined");
        assertThat(figures).extracting(ServerFigure::of).containsExactly(
            new ServerCase("smallbank", "embedded", 1), new ServerCase("smallbank", "embedded", 4),
            new ServerCase("smallbank", "client-pipelined", 1), new ServerCase("smallbank", "client-pipelined", 4));
    }

    @Test
    @Tag("thorough")
    void aThousandIdleConnectionsTakeLittleMemoryAndLetOthersWork() throws Exception {
        final List<ServerFigure> figures = run(new ServerPlan(List.of(), List.of(), List.of(), Duration.ofMillis(50),
            Duration.ofMillis(200), 1, 500, 1_000, 0));
        assertThat(figures).extracting(ServerFigure::of).containsExactly(
            new ServerCase("smallbank", "client", IdleRun.BUSY),
            new ServerCase("smallbank", "client", IdleRun.BUSY, 1_000));
        assertThat(figures.getFirst().idleBytesEach()).isZero();
        // With a buffer of the size of a frame each, or a thread, it would be far more.
        assertThat(figures.getLast().idleBytesEach()).isBetween(0L, 100_000L);
    }

    @Test
    void hostileClientsLetOthersWorkAndLeaveNoLock() throws Exception {
        final List<ServerFigure> figures = run(new ServerPlan(List.of(), List.of(), List.of(), Duration.ofMillis(50),
            Duration.ofMillis(300), 1, 500, 0, 2));
        assertThat(figures).extracting(figure -> figure.of().hostility()).containsExactly(Hostility.values());
        assertThat(figures).extracting(figure -> figure.of().hostile()).containsExactly(0, 2, 2, 2);
        assertThat(figures.subList(0, 3)).allMatch(figure -> figure.kills().equals(Kills.NONE));
        final Kills kills = figures.getLast().kills();
        assertThat(kills.number()).isEqualTo(2);
        // Far below the time for which a transaction may idle, after which its locks would be free in any case.
        assertThat(kills.p50Nanos()).isPositive().isLessThanOrEqualTo(kills.maxNanos());
        assertThat(Duration.ofNanos(kills.maxNanos())).isLessThan(Duration.ofSeconds(8));
    }

    @Test
    @Tag("slow")
    void callsOfBatonAndH2AndTheEchoAreMadeAndConditionsHold() throws Exception {
        assertThat(run(List.of("smallbank", "tpcc", "empty"), "client", "client-pipelined", "h2", "echo", "jdbc"))
            .hasSize(2 * 4 + 2 * 4 + 4);
        assertThat(skipped).contains("empty jdbc", "empty h2", "tpcc echo");
    }

    @Test
    @Tag("slow")
    void postgresqlKeepsThemTooAndLeavesNothing() throws Exception {
        assumeThat(Files.isDirectory(Path.of("/usr/lib/postgresql"))).isTrue();
        assertThat(run(List.of("smallbank", "tpcc"), "postgresql")).hasSize(2 * 2);
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }
}
