package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.BatonClient;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client process that is killed in the middle of its calls leaves no lock and no half transaction. */
@Timeout(60)
class KilledClientTest {

    private static Process start(String address) throws Exception {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> !flag.startsWith("-javaagent") && !flag.startsWith("-agentlib") && !flag.startsWith("-Xmx"))
            .forEach(command::add);
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
            System.getProperty("java.class.path"), KilledClient.class.getName(), address));
        return new ProcessBuilder(command).inheritIO().start();
    }

    @Test
    void itLeavesNoLock() throws Exception {
        try (TestServer server = new TestServer()) {
            final Process child = start("127.0.0.1:" + server.server.address().getPort());
            try {
                TestServer.await(() -> server.bank.holding.get() == 10 || !child.isAlive());
                assertThat(child.isAlive()).isTrue();
                Thread.sleep(20);
            } finally {
                child.destroyForcibly().waitFor();
            }
            TestServer.await(() -> server.server.connections() == 0);
            TestServer.await(() -> server.bank.holding.get() == 0);
            assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
            try (BatonClient client = server.connect()) {
                for (int id = 0; id < Bank.ACCOUNTS; id++) {
                    client.procedure("Add", Long.class).call(id, 0);
                }
            }
            assertThat(server.log).isEmpty();
        }
    }
}
