package io.baton.explore;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.Gate;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** A process as its code sees it: its own fabric. */
final class StageProcess implements Fabric {

    private final Stage stage;
    private final int node;
    private final @Nullable Gate gate;

    StageProcess(Stage stage, int node, boolean server) {
        this.stage = stage;
        this.node = node;
        this.gate = server ? new ServerGate() : null;
    }

    @Override
    public Endpoint connect() {
        checkEarly("connect");
        return new StageEndpoint(stage, this, stage.world().addEndpoint(node));
    }

    @Override
    public Doorbell doorbell() {
        checkEarly("make a doorbell");
        return new StageDoorbell(stage, stage.world().addDoorbell(node));
    }

    /** What there is must be the same in all states. */
    private void checkEarly(String what) {
        if (stage.isExploring()) {
            throw new IllegalStateException("process " + node + " wants to " + what
                + " within the exploration: let it do that before it begins");
        }
    }

    void keepHeartbeat(byte[] notice) {
        if (!stage.isExploring()) {
            stage.world().editProcess(node).heartbeat = notice;
        }
    }

    @Override
    public NanoClock clock() {
        return stage::now;
    }

    @Override
    public long memoryBytes() {
        return (long) stage.world().words.length * Long.BYTES;
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
            stage.contact(new Contact.Gate(other, false));
        }

        @Override
        public void admit(int other) {
            stage.contact(new Contact.Gate(other, true));
        }
    }
}
