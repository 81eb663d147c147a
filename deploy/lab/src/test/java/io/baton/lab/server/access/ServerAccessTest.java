package io.baton.lab.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.open.DataSettings;
import io.baton.deploy.open.Workloads;
import io.baton.workload.Setting;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is called, and its process. */
@Timeout(120)
class ServerAccessTest {

    @Test
    @Tag("thorough")
    void moneyThatIsMissingIsFound() throws Exception {
        final Workload workload = Workloads.find(getClass().getClassLoader()).stream()
            .filter(each -> each.name().equals(ServedWorkload.SMALLBANK)).findFirst().orElseThrow();
        final Map<Setting, Long> few = workload.settings().stream()
            .filter(setting -> setting.name().equals("accounts")).collect(Collectors.toMap(each -> each, _ -> 500L));
        assertThat(few).hasSize(1);
        final ServedWorkload subject =
            new ServedWorkload(ServedWorkload.SMALLBANK, workload, new WorkloadConfig(few, 1, DataSettings.LENGTH),
                500);
        try (Served served = new EmbeddedAccess().open(subject)) {
            assertThat(served.violations(0)).isEmpty();
            assertThat(served.violations(5)).startsWith("money: ");
        }
    }

    @Test
    void aServerEndsWhenItsInputDoes() throws Exception {
        final ServedProcess process = ServedProcess.java(List.of(ServedChild.ECHO));
        process.awaitAddress();
        assertThat(process.processorNanos()).isPositive();
        process.end();
        assertThat(process.isAlive()).isFalse();
    }
}
