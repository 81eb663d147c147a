package io.baton.explore.lock;

import io.baton.explore.graph.Digests;
import io.baton.explore.scenario.JudgedState;
import io.baton.explore.scenario.StateView;
import io.baton.lock.entry.LockEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How far all clients have come, and who is at the data. */
final class LockObserver implements JudgedState {

    /** How far a client has come. */
    enum Phase { AT_WORK, FINISHED, VISITS, VISITED, LOST }

    /** By client, and the process of each. */
    private final Phase[] phases;
    private final List<Integer> nodes;
    private final List<TokenJudge> guards = new ArrayList<>();
    private @Nullable String broken;
    private long digest;

    LockObserver(List<Integer> nodes, int locks) {
        this.nodes = nodes;
        this.phases = new Phase[nodes.size()];
        Arrays.fill(phases, Phase.AT_WORK);
        for (int slot = 0; slot < locks; slot++) {
            guards.add(new TokenJudge(slot));
        }
    }

    private LockObserver(LockObserver other) {
        phases = other.phases.clone();
        nodes = other.nodes;
        other.guards.forEach(guard -> guards.add(guard.copy()));
        broken = other.broken;
    }

    @Override
    public JudgedState copy() {
        return new LockObserver(this);
    }

    // What is written

    private static LockObserver of(JudgedState observer) {
        if (observer instanceof LockObserver locks) {
            return locks;
        }
        throw new IllegalArgumentException("not an observer of locks: " + observer);
    }

    static Change judges(String wrong) {
        return (observer, view) -> of(observer).judge(wrong);
    }

    static Change enters(int slot, TokenJudge.Holder holder) {
        return (observer, view) -> of(observer).judge(of(observer).guards.get(slot).enter(holder, view));
    }

    static Change leaves(int slot, int client) {
        return (observer, view) -> of(observer).guards.get(slot).leave(holder -> holder.client() == client);
    }

    static Change resets(int slot) {
        return (observer, view) -> of(observer).judge(of(observer).guards.get(slot).reset(view));
    }

    /** A process that lives, and of which nothing is late, does not lose its session. */
    static Change reaches(int client, Phase phase) {
        return (observer, view) -> {
            final int node = of(observer).nodes.get(client);
            of(observer).phases[client] = phase;
            if (phase == Phase.LOST && !view.isRefused(node) && !view.isLate(node)) {
                of(observer).judge("process " + node + " lives and has lost its session");
            }
        };
    }

    private void judge(@Nullable String wrong) {
        broken = broken == null ? wrong : broken;
    }

    @Override
    public void crashed(int node) {
        for (int client = 0; client < phases.length; client++) {
            phases[client] = nodes.get(client) == node ? Phase.LOST : phases[client];
        }
        guards.forEach(guard -> guard.leave(holder -> holder.node() == node));
    }

    // What is asked

    static Question isFree(int slot) {
        return view -> LockEntry.isFree(view.word(LockEntry.address(slot)));
    }

    /** Whether nobody is at work any more, and this one is the first of those that live. */
    static Question mayVisit(int visitor) {
        return view -> of(view.observer()).mayVisit(visitor, view);
    }

    static Question wasVisited() {
        return view -> of(view.observer()).visited();
    }

    private boolean mayVisit(int visitor, StateView view) {
        if (view.hasOrphans()) {
            return false;
        }
        int first = -1;
        for (int client = phases.length - 1; client >= 0; client--) {
            if (!view.isCrashed(nodes.get(client))) {
                if (phases[client] == Phase.AT_WORK || phases[client] == Phase.VISITS) {
                    return false;
                }
                first = phases[client] == Phase.FINISHED ? client : first;
            }
        }
        return first == visitor;
    }

    private boolean visited() {
        return Arrays.asList(phases).contains(Phase.VISITED);
    }

    @Override
    public boolean mayFail(int node) {
        return IntStream.range(0, phases.length)
            .anyMatch(client -> nodes.get(client) == node && phases[client] == Phase.AT_WORK);
    }

    @Override
    public @Nullable String violation() {
        return broken;
    }

    @Override
    public @Nullable String badEnd(StateView view) {
        for (int client = 0; client < phases.length; client++) {
            final Phase phase = phases[client];
            if (!view.isCrashed(nodes.get(client)) && phase != Phase.VISITED && phase != Phase.LOST) {
                return "client " + client + " of process " + nodes.get(client) + " waits for ever: " + phase;
            }
        }
        for (int slot = 0; slot < guards.size() && visited(); slot++) {
            if (!isFree(slot).test(view) && !view.isKept(slot)) {
                return "lock " + slot + " is not free at the end";
            }
        }
        return null;
    }

    /** Not asked before all is written. */
    @Override
    public long digest() {
        if (digest == 0) {
            long hash = 1;
            for (Phase phase : phases) {
                hash = Digests.mix(hash, phase.name().hashCode());
            }
            for (TokenJudge guard : guards) {
                hash = Digests.mix(hash, guard.digest());
            }
            digest = Digests.mix(hash, broken == null ? "" : broken);
        }
        return digest;
    }
}
