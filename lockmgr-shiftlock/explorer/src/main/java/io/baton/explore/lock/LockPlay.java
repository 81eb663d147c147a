package io.baton.explore.lock;

import io.baton.explore.Digests;
import io.baton.explore.Play;
import io.baton.explore.Stage;
import io.baton.lock.LockInspector;
import io.baton.lock.LockProbe;
import io.baton.lock.RecoveryServer;
import io.baton.lock.ResetEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a {@link LockScenario}. When all clients have finished, the first that lives gets every lock that is
 * not free, so that what the dead have left is recovered.
 */
final class LockPlay implements Play {

    private final LockScenario scenario;
    private final Stage stage;
    private final List<LockUser> users = new ArrayList<>();
    private final int serverNode;
    private @Nullable RecoveryServer server;

    LockPlay(LockScenario scenario, Stage stage) {
        this.scenario = scenario;
        this.stage = stage;
        this.serverNode = stage.view().serverNode();
    }

    LockPlay start() {
        server = new RecoveryServer(stage.fabric(serverNode), scenario.locks(), LockScenario.RECOVERY, 1,
            stage.threads(serverNode), this::log);
        for (int node = 1; node <= scenario.processes(); node++) {
            final LockUser user = new LockUser(scenario, stage, this, node);
            users.add(user);
            stage.client(node, "client " + node, user::live);
        }
        return this;
    }

    RecoveryServer server() {
        return Objects.requireNonNull(server);
    }

    private void log(ResetEvent event) {
        stage.tell(event.toString());
        if (event.kind() == ResetEvent.Kind.RESET) {
            stage.note(LockBoard.resets(event.slot()));
            if (scenario.quiet()) {
                stage.note(LockBoard.judges("a lock was reset though nothing had failed: " + event));
            }
        }
    }

    @Override
    public long digest(int node) {
        return Digests.mix(node, node == serverNode ? LockProbe.digest(server(), stage.now(node, true))
            : users.get(node - 1).digest());
    }

    @Override
    public @Nullable String badEnd(int node) {
        return node == serverNode || LockInspector.positions(users.get(node - 1).client()).isEmpty() ? null
            : "process " + node + " remembers what it has given back: " + users.get(node - 1).digest();
    }

    @Override
    public boolean heedsTime(int node) {
        return node == serverNode ? LockProbe.isAsking(server())
            : LockProbe.isFreezing(users.get(node - 1).session());
    }

    @Override
    public boolean repeats(int node) {
        return LockProbe.isWatching(users.get(node - 1).client());
    }

    @Override
    public List<String> situation() {
        final List<String> lines = new ArrayList<>();
        for (int slot = 0; slot < scenario.locks(); slot++) {
            final long address = LockProbe.address(slot);
            lines.add("lock " + slot + ": "
                + LockProbe.entry(stage.view().word(address), stage.view().word(address + Long.BYTES)));
        }
        lines.add("server: " + LockProbe.digest(server(), stage.now(serverNode, true)));
        for (LockUser user : users) {
            lines.add("process " + user.node() + ": " + user.digest());
        }
        return lines;
    }
}
