package io.baton.explore.lock;

import io.baton.explore.scenario.Environment;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.SendStatus;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** A client process with its clients. */
final class LockProcess {

    private static final long LONG_NANOS = 1L << 60;

    private final LockScenario scenario;
    private final Environment environment;
    private final LockSystem system;
    private final int node;
    private final List<ExploredClient> users = new ArrayList<>();
    private @Nullable LockSession session;
    private @Nullable ShiftLockTable table;

    LockProcess(LockScenario scenario, Environment environment, LockSystem system, int node) {
        this.scenario = scenario;
        this.environment = environment;
        this.system = system;
        this.node = node;
    }

    void add(ExploredClient user) {
        users.add(user);
    }

    int node() {
        return node;
    }

    LockSession session() {
        return Objects.requireNonNull(session);
    }

    /** The first client opens the session and the table. */
    ShiftLockTable open() {
        final Fabric own = environment.fabric(node);
        final Fabric fabric = scenario.loses() == LockScenario.NONE ? own : new Lossy(own, scenario.loses());
        final LockSession mine = LockSession.join(fabric, system.server().route(), LockScenario.RECOVERY, node,
            LONG_NANOS, environment.threads(node));
        final ShiftLockTable made = ShiftLockTable.recoverable(fabric, scenario.locks(), scenario.options(),
            LockScenario.keepAfter(node), mine, environment.threads(node));
        session = mine;
        table = made;
        return made;
    }

    /** The others wait for it. */
    ShiftLockTable join() {
        environment.await(view -> table != null);
        return Objects.requireNonNull(table);
    }

    String digest() {
        final StringBuilder text = new StringBuilder();
        users.forEach(user -> text.append(user.digest()).append("; "));
        text.append(session().describe(environment.now(node, true)));
        if (scenario.options().caching() || scenario.options().localTurns() > 0) {
            text.append("; ").append(Objects.requireNonNull(table).describe(environment.now(node, true, 1)));
        }
        return text.toString();
    }

    /** Which locks it keeps though no client uses them. */
    long kept() {
        long kept = 0;
        if (scenario.options().caching() && table != null) {
            for (int slot = 0; slot < scenario.locks(); slot++) {
                kept |= table.keepsIdle(slot) ? 1L << slot : 0;
            }
        }
        return kept;
    }

    @Nullable
    String badEnd() {
        for (ExploredClient user : users) {
            if (!LockInspector.positions(user.client()).isEmpty()) {
                return "process " + node + " remembers what it has given back: " + digest();
            }
        }
        return null;
    }

    boolean isWatching() {
        return users.stream().anyMatch(user -> LockInspector.isWatching(user.client()));
    }

    boolean heedsTime() {
        return session().isFreezing() || Objects.requireNonNull(table).isReturning();
    }

    /** Loses every notice of one kind between clients. */
    private static final class Lossy extends ForwardingFabric {

        private final byte kind;

        Lossy(Fabric fabric, byte kind) {
            super(fabric);
            this.kind = kind;
        }

        @Override
        public Endpoint connect() {
            return new ForwardingEndpoint(super.connect()) {
                @Override
                public SendStatus send(long receiver, DirectBuffer buffer, int offset, int length) {
                    return buffer.getByte(offset) == kind
                        ? SendStatus.SENT : super.send(receiver, buffer, offset, length);
                }
            };
        }
    }
}
