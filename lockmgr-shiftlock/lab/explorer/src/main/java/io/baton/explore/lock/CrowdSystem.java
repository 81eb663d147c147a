package io.baton.explore.lock;

import io.baton.explore.graph.Digests;
import io.baton.explore.scenario.Environment;
import io.baton.explore.scenario.SystemUnderTest;
import io.baton.lock.LockClient;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One execution of a {@link CrowdScenario}: the tables of its processes, and their clients. */
final class CrowdSystem implements SystemUnderTest {

    private final CrowdScenario scenario;
    private final Environment environment;
    private final List<ShiftLockTable> tables = new ArrayList<>();
    private final List<CrowdClient> clients = new ArrayList<>();

    CrowdSystem(CrowdScenario scenario, Environment environment) {
        this.scenario = scenario;
        this.environment = environment;
        for (int node = 1; node <= scenario.processes(); node++) {
            tables.add(new ShiftLockTable(environment.fabric(node), scenario.locks(), scenario.options(),
                CrowdScenario.keepAfter(node), environment.threads(node)));
        }
        for (int i = 0; i < scenario.programs().size(); i++) {
            final int node = scenario.nodes().get(i);
            final LockClient locks = tables.get(node - 1).client();
            final CrowdClient client = new CrowdClient(scenario, environment, i, locks);
            clients.add(client);
            environment.call(LockInspector.route(locks), client.name());
            environment.client(node, client.name(), client::live);
        }
    }

    CrowdClient client(String name) {
        for (CrowdClient client : clients) {
            if (client.name().equals(name)) {
                return client;
            }
        }
        throw new IllegalArgumentException("no such client or directive: " + name);
    }

    @Override
    public long shared(int node) {
        return node > tables.size() ? 0 : Digests.mix(node, tables.get(node - 1).describe());
    }

    @Override
    public long own(int node) {
        long hash = node;
        for (CrowdClient client : clients) {
            if (client.node() == node) {
                hash = Digests.mix(hash, client.digest());
            }
        }
        return hash;
    }

    @Override
    public long kept(int node) {
        if (node > tables.size() || !scenario.options().caching()) {
            return 0;
        }
        final String digest = tables.get(node - 1).describe();
        long kept = 0;
        for (int slot = 0; slot < scenario.locks(); slot++) {
            final String idle = "slot=" + slot + " KEPT turns=0 readers=0 writer=false waiting=[]";
            kept |= digest.contains(idle) ? 1L << slot : 0;
        }
        return kept;
    }

    @Override
    public @Nullable String badEnd(int node) {
        for (CrowdClient client : clients) {
            if (client.node() == node && client.badEnd() != null) {
                return client.badEnd();
            }
        }
        return null;
    }

    @Override
    public boolean heedsTime(int node) {
        return false;
    }

    @Override
    public boolean repeats(int node) {
        return false;
    }

    @Override
    public List<String> situation() {
        final List<String> lines = new ArrayList<>();
        final LockWording wording = new LockWording(scenario.options().entry());
        for (int slot = 0; slot < scenario.locks(); slot++) {
            final long address = LockEntry.address(slot);
            lines.add("entry" + wording.place(address) + ": " + wording.fields(-1, environment.view().word(address), -1,
                environment.view().word(address + Long.BYTES), environment::name));
        }
        clients.forEach(client -> lines.add(client.name() + " remembers " + client.digest()));
        return lines;
    }
}
