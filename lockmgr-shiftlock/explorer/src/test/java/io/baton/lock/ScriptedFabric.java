package io.baton.lock;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/** Plain memory and mailboxes for the actors of a {@link Stage}, which decides when what happens. */
final class ScriptedFabric implements Fabric {

    private final Stage stage;
    private final long[] words;
    private final List<ScriptedEndpoint> endpoints = new ArrayList<>();
    /** Sent and not yet delivered, in {@link Notice#ORDER}. */
    private final List<Notice> inFlight = new ArrayList<>();
    private final List<ScriptedDoorbell> doorbells = new ArrayList<>();

    ScriptedFabric(Stage stage, int slots) {
        this.stage = stage;
        this.words = new long[2 * slots];
    }

    long word(long address) {
        return words[(int) (address >>> 3)];
    }

    void word(long address, long value) {
        words[(int) (address >>> 3)] = value;
    }

    long[] words() {
        return words;
    }

    ScriptedEndpoint endpoint(int index) {
        return endpoints.get(index);
    }

    List<ScriptedEndpoint> endpoints() {
        return endpoints;
    }

    List<Notice> inFlight() {
        return inFlight;
    }

    List<ScriptedDoorbell> doorbells() {
        return doorbells;
    }

    void send(Notice notice) {
        inFlight.add(notice);
        inFlight.sort(Notice.ORDER);
    }

    Notice deliver(int index) {
        final Notice notice = inFlight.remove(index);
        endpoint(notice.to()).deliver(notice);
        return notice;
    }

    @Override
    public Endpoint connect() {
        final ScriptedEndpoint endpoint = new ScriptedEndpoint(stage, this, endpoints.size());
        endpoints.add(endpoint);
        return endpoint;
    }

    @Override
    public Doorbell doorbell() {
        final ScriptedDoorbell doorbell = new ScriptedDoorbell();
        doorbells.add(doorbell);
        return doorbell;
    }

    @Override
    public NanoClock clock() {
        return () -> stage.current().now;
    }

    @Override
    public long memoryBytes() {
        return (long) words.length * Long.BYTES;
    }

    @Override
    public void close() {
        // There is nothing to free.
    }

    /** A doorbell that stops whoever waits for it. */
    final class ScriptedDoorbell implements Doorbell {

        boolean rung;

        @Override
        public void ring() {
            rung = true;
        }

        @Override
        public boolean await(long deadlineNanos) {
            final Actor actor = stage.current();
            final Step step = actor.step.set(StepKind.AWAIT_DOORBELL, null);
            step.deadline = deadlineNanos;
            step.value = doorbells.indexOf(this);
            actor.pause();
            final boolean result = rung;
            rung = false;
            return result;
        }
    }
}
