package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Only the classes listed here ask the outside world. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SeamsTest {
    private static final List<Seam> SEAMS = List.of(
            Seam.of("io.baton.fabric.inprocess.InProcessFabric", "takes the machine's clock if none is handed in", Door.CLOCK),
            Seam.of("io.baton.fabric.inprocess.ParkedDoorbell", "parks a client of the in-process fabric until a notice comes",
                    Door.WAITING),
            Seam.of("io.baton.fabric.inprocess.DeadlineKeeper", "wakes parked clients whose deadline has passed", Door.WAITING),
            Seam.of("io.baton.fabric.inprocess.DeadlineKeeper", "parks until the next deadline of a parked client", Door.WAITING),
            Seam.of("io.baton.sim.SimThread", "parks a simulated thread until it is its turn", Door.WAITING),
            Seam.of("io.baton.explore.Execution", "parks a thread of an exploration until it is its turn",
                    Door.WAITING),
            Seam.of("io.baton.sim.RunWatch", "parks the owner of a simulated cluster while it runs", Door.WAITING),
            Seam.of("io.baton.engine.EngineBuilder", "takes the machine's clock and pauses unless others are handed in",
                    Door.CLOCK, Door.WAITING),
            Seam.of("io.baton.engine.history.HistoryFile", "writes histories to files", Door.FILES),
            Seam.of("io.baton.engine.history.HistoryReader", "reads histories from files", Door.FILES),
            Seam.of("io.baton.tpcc.Tpcc", "takes the machine's clock if none is handed in", Door.CLOCK),
            Seam.of("io.baton.deploy.BatonCommand", "hands the machine to the commands, and ends the JVM",
                    Door.CLOCK, Door.WAITING, Door.FILES, Door.EXIT),
            Seam.of("io.baton.deploy.report.ResultFile", "writes results to files", Door.FILES),
            Seam.of("io.baton.lab.load.TraceCsv", "reads and writes traces", Door.FILES),
            Seam.of("io.baton.deploy.report.ResultFolder", "writes results to a folder's files", Door.FILES),
            Seam.of("io.baton.deploy.report.ResidentMemory", "reads how much memory the process has", Door.FILES));

    private final JavaClasses mainClasses = MainClasses.read();

    @Test
    void onlySeamsAskTheOutsideWorld() {
        assertThat(new SeamsCheck(SEAMS).checkDoors(mainClasses)).isEmpty();
    }

    @Test
    void nothingReachesIntoTheJdk() {
        assertThat(SeamsCheck.checkForbidden(mainClasses)).isEmpty();
    }

    @Test
    void nothingIsStaticAndMutable() {
        assertThat(SeamsCheck.checkStaticState(mainClasses)).isEmpty();
    }
}
