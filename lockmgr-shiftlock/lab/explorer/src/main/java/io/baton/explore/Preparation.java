package io.baton.explore;

import io.baton.fabric.Endpoint;
import java.util.List;

/** The beginning of an execution, which is always the same: nothing is chosen until all clients are ready. */
final class Preparation {

    private final ThreadedExecution execution;
    private final Transitions transitions;
    private final List<Actor> actors;

    Preparation(ThreadedExecution execution, Transitions transitions, List<Actor> actors) {
        this.execution = execution;
        this.transitions = transitions;
        this.actors = actors;
    }

    void run() {
        settle();
        letHelpersTimeOut();
        execution.explore();
        if (!execution.global().fine) {
            for (Actor actor : actors) {
                if (actor.state().kind() == StepKind.BEGIN) {
                    execution.step(actor);
                }
            }
        }
    }

    /** Each helper of a client process has its first timeout, in the order of the processes. */
    private void letHelpersTimeOut() {
        final GlobalState global = execution.global();
        for (int node = 1; node < global.serverNode(); node++) {
            for (int i = 0; i < actors.size(); i++) {
                final ThreadState state = actors.get(i).state();
                if (state.node == node && state.helper && state.deadline != Endpoint.NO_DEADLINE) {
                    global.edit(state).now = state.deadline;
                    execution.step(actors.get(i));
                    settle();
                }
            }
        }
    }

    private void settle() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int i = 0; i < actors.size(); i++) {
                final ThreadState state = actors.get(i).state();
                if (state.kind() != StepKind.BEGIN && transitions.canRun(execution.global(), state)) {
                    execution.step(actors.get(i));
                    moved = true;
                }
            }
        }
    }
}
