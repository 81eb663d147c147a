package io.baton.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.baton.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * System calls of a real process fail, one after the other. What was answered "committed" is there afterwards, and no
 * call is answered so behind a failed write or force of the log. Needs strace.
 *
 * <p>Each call is counted in its thread, so a number stands for that call of every thread that makes so many.
 */
@Tag("slow")
@Timeout(value = 1800, unit = TimeUnit.SECONDS)
final class SystemCallFaultsTest {

    /** More than any thread makes: a run without a failure must come before. */
    private static final int CALLS_MAX = 400;
    private static final int CHECKPOINTS = 6;
    private static final int TABLES = 3;
    private static final int SEGMENTS = 6;

    @TempDir
    private Path folder;

    @BeforeAll
    static void needsStrace() throws InterruptedException {
        assumeTrue(TracedRun.isPossible(), "strace is not installed, or may not trace");
    }

    @ParameterizedTest
    @CsvSource({"pwrite64, EIO, 8", "pwrite64, ENOSPC, 8", "write, EIO, 4", "write, ENOSPC, 4", "fdatasync, EIO, 8",
        "fdatasync, ENOSPC, 8", "fsync, EIO, 6", "fsync, ENOSPC, 6", "rename, EIO, 2", "rename, ENOSPC, 2"})
    void everyCallFailsOnce(String call, String error, int callsMin, TestReporter reporter)
            throws IOException, InterruptedException {
        int number = 1;
        while (isFailed(call, error, Integer.toString(number))) {
            number++;
            assertThat(number).isLessThan(CALLS_MAX);
        }
        reporter.publishEntry(call + " " + error, (number - 1) + " runs");
        assertThat(number - 1).isGreaterThanOrEqualTo(callsMin);
    }

    @ParameterizedTest
    @CsvSource({"pwrite64, ENOSPC", "fdatasync, EIO"})
    void everyCallFailsFromOneOn(String call, String error) throws IOException, InterruptedException {
        int number = 2;
        while (isFailed(call, error, number + "+")) {
            number += 5;
            assertThat(number).isLessThan(CALLS_MAX);
        }
        assertThat(number).isGreaterThan(2);
    }

    /** Runs once, judges, and returns whether there was a call that failed. */
    private boolean isFailed(String call, String error, String when) throws IOException, InterruptedException {
        final Path place = Files.createDirectory(folder.resolve("run"));
        final TracedRun run = new TracedRun(place);
        run.run(call, error, when, switch (call) {
            // The JVM calls these for itself, too.
            case "pwrite64" -> segments(run);
            case "write" -> checkpoints(run.store());
            default -> List.of();
        });
        assertThat(run.fault()).as("%s, %s, when=%s", call, error, when).isEmpty();
        assertThat(whatIsWrong(run)).as("%s, %s, when=%s", call, error, when).isEmpty();
        delete(place);
        return run.hasFailed();
    }

    private static List<Path> segments(TracedRun run) {
        final List<Path> segments = new ArrayList<>(List.of(run.lines()));
        for (int number = 1; number <= SEGMENTS; number++) {
            final String name = "%016x.log".formatted(number);
            segments.add(run.store().resolve("log").resolve(name));
            segments.add(run.store().resolve("log").resolve(name + ".tmp"));
        }
        return segments;
    }

    private static List<Path> checkpoints(Path store) {
        final List<Path> written = new ArrayList<>(List.of(store.resolve("store"), store.resolve("store.tmp")));
        for (int number = 1; number <= CHECKPOINTS; number++) {
            final Path checkpoint = store.resolve("checkpoint/%016x.tmp".formatted(number));
            written.add(checkpoint.resolve("manifest"));
            for (int table = 0; table < TABLES; table++) {
                written.add(checkpoint.resolve(table + ".rows"));
            }
        }
        return written;
    }

    /** The disk works again. */
    private static String whatIsWrong(TracedRun run) {
        final Ledger ledger = CrashWorkload.SMALLBANK.ledger(FaultyChild.SEED, 1);
        run.said().forEach(ledger::note);
        try (Engine engine = FaultyChild.open(run.store()); FaultyStore store = new FaultyStore(engine)) {
            if (!store.isLoaded()) {
                return run.said().stream().anyMatch(words -> words[0].equals(FaultyChild.LOADED))
                    ? "what was loaded is not there" : "";
            }
            final CrashFindings findings = ledger.judge(List.<String[]>of(store.line()), ledger);
            return String.join("; ", findings.texts());
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> inside = Files.walk(directory)) {
            for (final Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
