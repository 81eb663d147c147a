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
final class ProcessFaultTest {

    private static final int DRAWS = 10_000;

    private static List<ProcessFault> drawn(ProcessFault.Kind kind) {
        final SplittableRandom random = new SplittableRandom(1);
        return Stream.generate(() -> ProcessFault.draw(random, CarrierKind.TCP)).limit(DRAWS)
            .filter(fault -> fault.kind() == kind).toList();
    }

    @Test
    void aCutClosesConnectionsToOneServerOrBoth() {
        final List<ProcessFault> cuts = drawn(ProcessFault.Kind.CUT);
        assertThat(cuts).allMatch(fault -> fault.closes(0) || fault.closes(1));
        assertThat(cuts).anyMatch(fault -> fault.closes(0) && fault.closes(1));
        assertThat(cuts).anyMatch(fault -> fault.closes(0) && !fault.closes(1));
        assertThat(cuts).anyMatch(fault -> !fault.closes(0) && fault.closes(1));
        assertThat(cuts).anyMatch(fault -> fault.toString().endsWith("but not to server 1"));
        assertThat(drawn(ProcessFault.Kind.KILL)).noneMatch(fault -> fault.closes(0) || fault.closes(1));
    }

    @Test
    void aLockServerStandsStillForLessAndLongerThanASession() {
        final List<ProcessFault> stops = drawn(ProcessFault.Kind.SERVER_PAUSE);
        assertThat(stops).anyMatch(fault -> fault.lastsNanos() < Times.SESSION_NANOS / 2);
        assertThat(stops).anyMatch(fault -> fault.lastsNanos() > Times.SESSION_NANOS * 3 / 2);
        assertThat(stops).allMatch(fault -> fault.lastsNanos() <= Times.SERVER_STOP_NANOS_MAX);
    }

    /** Between entering a section and telling of it, too. */
    @Test
    void noCoordinatorStandsStillForLongerThanTheJudgeWaits() {
        assertThat(drawn(ProcessFault.Kind.STALL)).allMatch(fault -> fault.lastsNanos() > Times.SESSION_NANOS)
            .allMatch(fault -> fault.lastsNanos() < Times.JUDGE_AFTER_NANOS);
    }
}
