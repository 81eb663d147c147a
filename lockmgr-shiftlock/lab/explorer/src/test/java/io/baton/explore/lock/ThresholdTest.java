package io.baton.explore.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.explore.ManualSchedule;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With threshold N, a waiting reader sees N writers pass, the first included, and not one more. */
@Timeout(20)
class ThresholdTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 15, 16, 17})
    void readerIsLetInAfterAsManyWritersAsTheThreshold(int threshold) {
        final int writers = 40;
        final String[] programs = new String[writers + 1];
        Arrays.fill(programs, "x");
        programs[writers] = "s";
        final CrowdScenario scenario =
            CrowdScenario.of(ShiftLockOptions.paper().withThreshold(threshold), programs).together();
        final List<String> granted = new ArrayList<>();
        try (ManualSchedule schedule = new ManualSchedule(scenario)) {
            for (String name : scenario.names()) {
                go(schedule, name, granted);
            }
            while (!scenario.names().stream().allMatch(schedule::hasEnded)) {
                for (String name : scenario.names()) {
                    schedule.deliverAll();
                    if (schedule.works(name)) {
                        schedule.run(name);
                    }
                    go(schedule, name, granted);
                }
            }
        }
        assertThat(granted).hasSize(writers + 1);
        assertThat(granted.indexOf("R1")).isEqualTo(threshold);
        granted.remove("R1");
        assertThat(granted).isEqualTo(scenario.names().subList(0, writers));
    }

    /** Lets a client go on until it works, waits or has ended. */
    private static void go(ManualSchedule schedule, String name, List<String> granted) {
        while (schedule.canRun(name) && !schedule.works(name)) {
            schedule.run(name);
            if (schedule.works(name)) {
                granted.add(name);
            }
        }
    }
}
