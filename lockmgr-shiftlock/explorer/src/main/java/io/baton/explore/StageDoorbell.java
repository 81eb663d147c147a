package io.baton.explore;

import io.baton.fabric.Doorbell;

/** A doorbell that stops whoever waits for it. */
final class StageDoorbell implements Doorbell {

    private final Stage stage;
    private final int index;

    StageDoorbell(Stage stage, int index) {
        this.stage = stage;
        this.index = index;
    }

    int index() {
        return index;
    }

    @Override
    public void ring() {
        stage.contact(new Contact.Ring(index));
    }

    @Override
    public boolean await(long deadlineNanos) {
        stage.current().await(StepKind.AWAIT_DOORBELL, ThreadState.NONE, index, null, deadlineNanos);
        return stage.contact(new Contact.Hear(index)) != 0;
    }
}
