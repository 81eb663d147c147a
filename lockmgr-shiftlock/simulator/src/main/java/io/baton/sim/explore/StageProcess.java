package io.baton.sim.explore;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.Gate;
import io.baton.fabric.Route;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** A process: its threads live and die together, and the lock server may refuse its verbs. It is its own fabric. */
final class StageProcess implements Fabric {

    private static final int NEVER_ADMITTED = -1;

    final int node;
    final List<StageEndpoint> endpoints = new ArrayList<>();
    final List<StageDoorbell> doorbells = new ArrayList<>();
    private final Stage stage;
    private final @Nullable Gate gate;
    private int admission;
    boolean refused;
    boolean crashed;
    /** Whether something of it is late, or it has given something up. */
    boolean late;
    /** Its sign of life, to be repeated. */
    byte @Nullable [] heartbeat;

    StageProcess(Stage stage, int node, boolean server) {
        this.stage = stage;
        this.node = node;
        this.gate = server ? new ServerGate() : null;
    }

    @Override
    public Endpoint connect() {
        final StageEndpoint endpoint = new StageEndpoint(
            stage, this, Route.of(node, endpoints.size() + 1), refused ? NEVER_ADMITTED : admission);
        endpoints.add(endpoint);
        stage.connected(endpoint);
        return endpoint;
    }

    boolean admits(StageEndpoint endpoint) {
        return endpoint.admission == admission && !refused;
    }

    @Override
    public Doorbell doorbell() {
        final StageDoorbell doorbell = new StageDoorbell(stage);
        doorbells.add(doorbell);
        return doorbell;
    }

    @Override
    public NanoClock clock() {
        return stage::now;
    }

    @Override
    public long memoryBytes() {
        return (long) stage.words.length * Long.BYTES;
    }

    @Override
    public @Nullable Gate gate() {
        return gate;
    }

    @Override
    public void close() {
        // There is nothing to free.
    }

    void crash() {
        crashed = true;
        endpoints.forEach(StageEndpoint::close);
        endpoints.forEach(endpoint -> endpoint.mailbox.clear());
    }

    long digest() {
        long hash = Digests.mix(admission, (refused ? 1 : 0) + (crashed ? 2 : 0) + (late ? 4 : 0));
        if (crashed) {
            return hash;
        }
        for (StageEndpoint endpoint : endpoints) {
            hash = Digests.mix(hash, endpoint.digest());
        }
        for (StageDoorbell doorbell : doorbells) {
            hash = Digests.mix(hash, doorbell.rung ? 2 : 1);
        }
        return hash;
    }

    /** The lock server's gate. */
    private final class ServerGate implements Gate {

        @Override
        public void refuse(int other) {
            final StageProcess process = stage.process(other);
            if (!process.refused) {
                process.refused = true;
                process.admission++;
            }
        }

        @Override
        public void admit(int other) {
            stage.process(other).refused = false;
        }
    }
}
