package io.baton.explore.lock;

import io.baton.explore.graph.Digests;
import io.baton.explore.scenario.Environment;
import io.baton.explore.scenario.SystemUnderTest;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.server.ResetEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a {@link LockScenario}. When all clients have finished, the first that lives gets every lock that is
 * not free, so that what the dead have left is recovered.
 */
final class LockSystem implements SystemUnderTest {

    private final LockScenario scenario;
    private final Environment environment;
    private final List<LockProcess> processes = new ArrayList<>();
    private final int serverNode;
    private @Nullable RecoveryServer server;

    LockSystem(LockScenario scenario, Environment environment) {
        this.scenario = scenario;
        this.environment = environment;
        this.serverNode = environment.view().serverNode();
    }

    LockSystem start() {
        server = new RecoveryServer(environment.fabric(serverNode), scenario.locks(), LockScenario.RECOVERY, 1,
            environment.threads(serverNode), this::log);
        for (int node = 1; node <= scenario.processes(); node++) {
            processes.add(new LockProcess(scenario, environment, this, node));
        }
        final List<Integer> nodes = scenario.nodes();
        for (int number = 0; number < nodes.size(); number++) {
            final int node = nodes.get(number);
            final int place = number - nodes.indexOf(node);
            final LockProcess process = processes.get(node - 1);
            final ExploredClient user = new ExploredClient(scenario, environment, process, number, place);
            process.add(user);
            environment.client(node, "client " + node + (place == 0 ? "" : "." + place), user::live);
        }
        return this;
    }

    RecoveryServer server() {
        return Objects.requireNonNull(server);
    }

    private void log(ResetEvent event) {
        environment.tell(event.toString());
        if (event.kind() == ResetEvent.Kind.RESET) {
            environment.note(LockObserver.resets(event.slot()));
            if (scenario.quiet()) {
                environment.note(LockObserver.judges("a lock was reset though nothing had failed: " + event));
            }
        }
    }

    @Override
    public long own(int node) {
        return node;
    }

    @Override
    public long kept(int node) {
        return node == serverNode ? 0 : processes.get(node - 1).kept();
    }

    @Override
    public long shared(int node) {
        return Digests.mix(node, node == serverNode ? server().describe(environment.now(node, true))
            : processes.get(node - 1).digest());
    }

    @Override
    public @Nullable String badEnd(int node) {
        return node == serverNode ? null : processes.get(node - 1).badEnd();
    }

    @Override
    public boolean heedsTime(int node) {
        return node == serverNode ? server().isAsking()
            : processes.get(node - 1).heedsTime();
    }

    @Override
    public boolean repeats(int node) {
        return processes.get(node - 1).isWatching();
    }

    @Override
    public List<String> situation() {
        final List<String> lines = new ArrayList<>();
        for (int slot = 0; slot < scenario.locks(); slot++) {
            final long address = LockEntry.address(slot);
            lines.add("lock " + slot + ": "
                + LockEntry.toString(environment.view().word(address), environment.view().word(address + Long.BYTES)));
        }
        lines.add("server: " + server().describe(environment.now(serverNode, true)));
        for (LockProcess process : processes) {
            lines.add("process " + process.node() + ": " + process.digest());
        }
        return lines;
    }
}
