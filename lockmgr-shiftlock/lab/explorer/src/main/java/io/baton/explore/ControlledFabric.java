package io.baton.explore;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.Gate;
import org.agrona.collections.IntArrayList;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** A process as its code sees it: its own fabric. */
final class ControlledFabric implements Fabric {

    private final ThreadedExecution execution;
    private final int node;
    private final @Nullable Gate gate;
    /** For what is made within the exploration. */
    private final IntArrayList lateEndpoints = new IntArrayList();
    private final IntArrayList lateDoorbells = new IntArrayList();

    ControlledFabric(ThreadedExecution execution, int node, boolean server) {
        this.execution = execution;
        this.node = node;
        this.gate = server ? new ServerGate() : null;
    }

    @Override
    public Endpoint connect() {
        return new ControlledEndpoint(execution, this,
            execution.isExploring() ? reserved(lateEndpoints, "connect") : execution.global().addEndpoint(node));
    }

    @Override
    public Doorbell doorbell() {
        return new ControlledDoorbell(execution, execution.isExploring()
            ? reserved(lateDoorbells, "make a doorbell") : execution.global().addDoorbell(node));
    }

    /** What there is must be the same in all states. */
    private int reserved(IntArrayList reserved, String what) {
        if (reserved.isEmpty()) {
            throw new IllegalStateException("process " + node + " wants to " + what
                + " within the exploration: let it do that before it begins, or let its scenario say so");
        }
        return reserved.removeAt(0);
    }

    /** Makes room for what the process will make within the exploration. */
    void reserve(int threads) {
        for (int i = 0; i < threads; i++) {
            execution.reserveThread(node);
        }
        if (threads > 0) {
            final int endpoint = execution.global().addEndpoint(node);
            lateEndpoints.addInt(endpoint);
            execution.call(execution.global().endpoints[endpoint].route, "agent");
            lateDoorbells.addInt(execution.global().addDoorbell(node));
            lateDoorbells.addInt(execution.global().addDoorbell(node));
        }
    }

    int node() {
        return node;
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
    public boolean executes() {
        return execution.global().scenario.executes();
    }

    @Override
    public int server(long address) {
        return execution.global().scenario.server(address);
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
