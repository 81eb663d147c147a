package io.baton.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.wire.CarrierKind;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is drawn is a fault, and all that may be drawn comes. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class FaultTest {

    private static final int DRAWS = 10_000;

    private static List<Fault> drawn(Fault.Kind kind) {
        final SplittableRandom random = new SplittableRandom(1);
        return Stream.generate(() -> Fault.draw(random, CarrierKind.TCP)).limit(DRAWS)
            .filter(fault -> fault.kind() == kind).toList();
    }

    @Test
    void aCutClosesConnectionsToOneServerOrBoth() {
        final List<Fault> cuts = drawn(Fault.Kind.CUT);
        assertThat(cuts).allMatch(fault -> fault.closes(0) || fault.closes(1));
        assertThat(cuts).anyMatch(fault -> fault.closes(0) && fault.closes(1));
        assertThat(cuts).anyMatch(fault -> fault.closes(0) && !fault.closes(1));
        assertThat(cuts).anyMatch(fault -> !fault.closes(0) && fault.closes(1));
        assertThat(cuts).anyMatch(fault -> fault.toString().endsWith("but not to server 1"));
        assertThat(drawn(Fault.Kind.KILL)).noneMatch(fault -> fault.closes(0) || fault.closes(1));
    }

    @Test
    void aLockServerStandsStillForLessAndLongerThanASession() {
        final List<Fault> stops = drawn(Fault.Kind.SERVER_PAUSE);
        assertThat(stops).anyMatch(fault -> fault.lastsNanos() < Times.SESSION_NANOS / 2);
        assertThat(stops).anyMatch(fault -> fault.lastsNanos() > Times.SESSION_NANOS * 3 / 2);
        assertThat(stops).allMatch(fault -> fault.lastsNanos() <= Times.SERVER_STOP_NANOS_MAX);
    }

    /** Between entering a section and telling of it, too. */
    @Test
    void noCoordinatorStandsStillForLongerThanTheJudgeWaits() {
        assertThat(drawn(Fault.Kind.STALL)).allMatch(fault -> fault.lastsNanos() > Times.SESSION_NANOS)
            .allMatch(fault -> fault.lastsNanos() < Times.JUDGE_AFTER_NANOS);
    }
}
