package io.baton.sim.explore;

import io.baton.fabric.Doorbell;

/** A doorbell that stops whoever waits for it. */
final class StageDoorbell implements Doorbell {

    private final Stage stage;
    boolean rung;

    StageDoorbell(Stage stage) {
        this.stage = stage;
    }

    @Override
    public void ring() {
        rung = true;
    }

    @Override
    public boolean await(long deadlineNanos) {
        final Actor actor = stage.current().set(StepKind.AWAIT_DOORBELL);
        actor.doorbell = this;
        actor.deadline = deadlineNanos;
        actor.pause();
        final boolean result = rung;
        rung = false;
        return result;
    }
}
