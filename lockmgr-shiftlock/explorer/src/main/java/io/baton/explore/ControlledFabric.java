package io.baton.explore;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.Gate;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** A process as its code sees it: its own fabric. */
final class ControlledFabric implements Fabric {

    private final Execution execution;
    private final int node;
    private final @Nullable Gate gate;

    ControlledFabric(Execution execution, int node, boolean server) {
        this.execution = execution;
        this.node = node;
        this.gate = server ? new ServerGate() : null;
    }

    @Override
    public Endpoint connect() {
        checkEarly("connect");
        return new ControlledEndpoint(execution, this, execution.global().addEndpoint(node));
    }

    @Override
    public Doorbell doorbell() {
        checkEarly("make a doorbell");
        return new ControlledDoorbell(execution, execution.global().addDoorbell(node));
    }

    /** What there is must be the same in all states. */
    private void checkEarly(String what) {
        if (execution.isExploring()) {
            throw new IllegalStateException("process " + node + " wants to " + what
                + " within the exploration: let it do that before it begins");
        }
    }

    void keepHeartbeat(byte[] notice) {
        if (!execution.isExploring()) {
            execution.global().editProcess(node).heartbeat = notice;
        }
    }

    @Override
    public NanoClock clock() {
        return execution::now;
    }

    @Override
    public long memoryBytes() {
        return (long) execution.global().words.length * Long.BYTES;
    }

    @Override
    public @Nullable Gate gate() {
        return gate;
    }

    @Override
    public void close() {
        // There is nothing to free.
    }

    /** The lock server's gate. */
    private final class ServerGate implements Gate {

        @Override
        public void refuse(int other) {
            execution.interact(new Interaction.Gate(other, false));
        }

        @Override
        public void admit(int other) {
            execution.interact(new Interaction.Gate(other, true));
        }
    }
}
