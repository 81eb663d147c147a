package io.baton.explore;

import io.baton.fabric.Doorbell;

/** A doorbell that stops the thread that waits for it. */
final class ControlledDoorbell implements Doorbell {

    private final ThreadedExecution execution;
    private final int index;

    ControlledDoorbell(ThreadedExecution execution, int index) {
        this.execution = execution;
        this.index = index;
    }

    int index() {
        return index;
    }

    @Override
    public void ring() {
        execution.interact(new Interaction.Ring(index));
    }

    @Override
    public boolean await(long deadlineNanos) {
        execution.current().await(StepKind.AWAIT_DOORBELL, ThreadState.NONE, index, null, deadlineNanos);
        return execution.interact(new Interaction.Hear(index)) != 0;
    }
}
