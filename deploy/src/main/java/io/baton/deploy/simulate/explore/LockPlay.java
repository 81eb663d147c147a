package io.baton.deploy.simulate.explore;

import io.baton.lock.FaultyLocks;
import io.baton.lock.LockInspector;
import io.baton.lock.LockProbe;
import io.baton.lock.RecoveryServer;
import io.baton.lock.ResetEvent;
import io.baton.sim.explore.Digests;
import io.baton.sim.explore.Play;
import io.baton.sim.explore.Stage;
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
    private final List<Guard> guards = new ArrayList<>();
    private @Nullable RecoveryServer server;
    private @Nullable String broken;

    LockPlay(LockScenario scenario, Stage stage) {
        this.scenario = scenario;
        this.stage = stage;
        for (int slot = 0; slot < scenario.locks(); slot++) {
            guards.add(new Guard(slot, stage::isRefused, stage::isCrashed));
        }
    }

    LockPlay start() {
        server = FaultyLocks.server(stage.fabric(stage.serverNode()), scenario.locks(), LockScenario.RECOVERY, 1,
            stage.threads(stage.serverNode()), this::log, scenario.bugs());
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

    Guard guard(int slot) {
        return guards.get(slot);
    }

    private void log(ResetEvent event) {
        stage.tell(event.toString());
        if (event.kind() == ResetEvent.Kind.RESET) {
            judge(guards.get(event.slot()).reset());
            judge(scenario.quiet() ? "a lock was reset though nothing had failed: " + event : null);
        }
    }

    void judge(@Nullable String wrong) {
        broken = broken == null ? wrong : broken;
    }

    boolean isFree(int slot) {
        return LockProbe.isFree(stage.word(LockProbe.address(slot)));
    }

    /** Whether nobody is at work any more, and this one is the first of those that live. */
    boolean mayVisit(LockUser visitor) {
        final List<LockUser> living = users.stream().filter(user -> !stage.isCrashed(user.node())).toList();
        return !stage.hasOrphans() && living.stream().noneMatch(LockUser::isAtWork)
            && living.stream().filter(LockUser::waitsToVisit).findFirst().orElseThrow() == visitor;
    }

    boolean wasVisited() {
        return users.stream().anyMatch(LockUser::hasVisited);
    }

    @Override
    public long digest() {
        long hash = Digests.mix(1, LockProbe.digest(server(), stage.now(stage.serverNode(), true)));
        for (LockUser user : users) {
            hash = Digests.mix(hash, stage.isCrashed(user.node()) ? "dead" : user.digest());
        }
        for (Guard guard : guards) {
            hash = Digests.mix(hash, guard.digest());
        }
        return hash;
    }

    @Override
    public @Nullable String violation() {
        return broken;
    }

    @Override
    public @Nullable String badEnd() {
        for (LockUser user : users) {
            if (!stage.isCrashed(user.node()) && !user.hasEnded()) {
                return "process " + user.node() + " waits for ever: " + user.digest();
            }
            if (!stage.isCrashed(user.node()) && !LockInspector.positions(user.client()).isEmpty()) {
                return "process " + user.node() + " remembers what it has given back: " + user.digest();
            }
        }
        for (int slot = 0; slot < guards.size() && wasVisited(); slot++) {
            if (!isFree(slot)) {
                return "lock " + slot + " is not free at the end";
            }
        }
        return null;
    }

    @Override
    public boolean heedsTime(int node) {
        return node == stage.serverNode() ? LockProbe.isAsking(server())
            : LockProbe.isFreezing(users.get(node - 1).session());
    }

    @Override
    public boolean repeats(int node) {
        return LockProbe.isWatching(users.get(node - 1).client());
    }

    @Override
    public boolean mayFail(int node) {
        return users.get(node - 1).mayFail();
    }

    @Override
    public List<String> situation() {
        final List<String> lines = new ArrayList<>();
        for (int slot = 0; slot < guards.size(); slot++) {
            final long address = LockProbe.address(slot);
            lines.add("lock " + slot + ": "
                + LockProbe.entry(stage.word(address), stage.word(address + Long.BYTES)));
        }
        lines.add("server: " + LockProbe.digest(server(), stage.now(stage.serverNode(), true)));
        for (LockUser user : users) {
            lines.add("process " + user.node() + ": " + user.digest());
        }
        return lines;
    }
}
