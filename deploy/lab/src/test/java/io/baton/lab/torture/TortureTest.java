package io.baton.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.wire.LaneSettings;
import io.baton.testing.Certificates;
import io.baton.wire.CarrierKind;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults on real processes: nothing is broken, and what is planted is found. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class TortureTest {

    private static final int PLANTED_CYCLES = 40;

    @TempDir
    private Path folder;

    private TortureResult torture(CarrierKind carrier, int cycles, Mistake planted) throws Exception {
        return torture(carrier, cycles, LaneSettings.none(), planted);
    }

    private TortureResult torture(CarrierKind carrier, int cycles, LaneSettings lanes, Mistake planted)
            throws Exception {
        return new TortureLoop(new TortureSettings(folder.resolve("run"), List.of(carrier), cycles, 1, lanes, planted),
            SystemNanoClock.INSTANCE, LockSupport::parkNanos, line -> {}).run(() -> false);
    }

    @Test
    @Tag("thorough")
    void aFewFaultsBreakNothing() throws Exception {
        final TortureResult result = torture(CarrierKind.UNIX, 1, Mistake.NONE);
        assertThat(result.isGood()).as(result.lines().toString()).isTrue();
        assertThat(result.json()).contains("\"cycles\": 1", "\"violations\": 0", "\"lostIncrements\": 0",
            "\"stuck\": 0", "\"p99\": ");
        assertThat(folder.resolve("run")).as("what a good run leaves").doesNotExist();
    }

    /** Results of the carriers before must not be lost with it. */
    @Test
    void aStartThatFailsIsAResult() throws Exception {
        final Path tooLong = folder.resolve("a-name-too-long-for-a-socket-".repeat(4));
        final TortureResult result =
            new TortureLoop(new TortureSettings(tooLong, List.of(CarrierKind.UNIX), 1, 1, LaneSettings.none(),
                Mistake.NONE),
                SystemNanoClock.INSTANCE, LockSupport::parkNanos, line -> {}).run(() -> false);
        assertThat(result.isGood()).isFalse();
        assertThat(result.lines()).anyMatch(line -> line.startsWith("FAILED") && line.contains("listens"))
            .anyMatch(line -> line.startsWith("unix: 0 cycles"));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("slow")
    void faultsBreakNothing(CarrierKind carrier) throws Exception {
        final TortureResult result = torture(carrier, 15, Mistake.NONE);
        assertThat(result.isGood()).as(result.lines().toString()).isTrue();
    }

    @Test
    @Tag("slow")
    void faultsBreakNothingThroughTls() throws Exception {
        final Certificates certificates = new Certificates(folder.resolve("pki"));
        final Certificates.Pair own = certificates.forThisMachine("all");
        final TortureResult result = torture(CarrierKind.TCP, 15, new LaneSettings(own.certificate().toString(),
            own.key().toString(), certificates.ca.toString(), "", false), Mistake.NONE);
        assertThat(result.isGood()).as(result.lines().toString()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @Tag("slow")
    void whatIsPlantedIsFound(Mistake mistake) throws Exception {
        final TortureResult result = torture(CarrierKind.UNIX, PLANTED_CYCLES, mistake);
        assertThat(result.isGood()).as(mistake + ": " + result.lines()).isFalse();
        switch (mistake) {
            case OPEN_GATE -> assertThat(result.texts()).anyMatch(text -> text.contains("served after the fence"));
            case SHARED_FOR_EXCLUSIVE -> assertThat(result.texts()).anyMatch(text -> text.contains("two hold it"));
            default -> {
                assertThat(result.texts()).as(mistake + " breaks no promise to holders").isEmpty();
                assertThat(result.stuck()).as(mistake + ": " + result.lines()).isPositive();
            }
        }
        assertThat(result.lines()).as(mistake + ": no process has failed by itself").noneMatch(
            line -> line.startsWith("FAILED") && !line.contains("every lock"));
    }
}
