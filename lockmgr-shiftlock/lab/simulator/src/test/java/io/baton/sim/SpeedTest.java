package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How many verbs are simulated in a second of processor time, with 240 clients. Only one thread is at work, so on a
 * machine that has nothing else to do that is real time.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class SpeedTest {

    @Test
    void simulatesVerbsAtALooseRate() {
        assertThat(verbsPerSecond(200, 2)).isGreaterThan(50_000);
    }

    @Tag("slow")
    @Test
    void simulatesVerbsAtTheRateThatTheExperimentsNeed() {
        assertThat(verbsPerSecond(5_000, 5)).isGreaterThan(300_000);
    }

    /** The best of some rounds: the first ones are not compiled yet. */
    private static double verbsPerSecond(int locksPerClient, int rounds) {
        final var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        double best = 0;
        for (int round = 0; round < rounds; round++) {
            try (Cluster cluster = CasLoop.cluster(240, locksPerClient, round)) {
                final long start = process.getProcessCpuTime();
                cluster.run();
                best = Math.max(best, cluster.verbs() * 1e9 / (process.getProcessCpuTime() - start));
            }
        }
        System.out.printf("simulated verbs per second of processor time: %.0f%n", best);
        return best;
    }
}
