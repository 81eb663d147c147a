package io.baton.explore;

import io.baton.explore.scenario.Scenario;
import java.util.Arrays;

/**
 * Executes the code along a schedule. Blocking code cannot be put back, so that every schedule begins anew, unless it
 * goes on where the last one has ended. Not thread-safe.
 */
final class Replay {

    private final Scenario scenario;
    private final Bounds bounds;
    private ThreadedExecution execution;
    private int[] done = new int[0];
    private long executions = 1;

    Replay(Scenario scenario, Bounds bounds) {
        this.scenario = scenario;
        this.bounds = bounds;
        this.execution = new ThreadedExecution(scenario, bounds, false);
    }

    /** Executes a schedule; what is returned changes with the next. */
    ThreadedExecution execute(int[] schedule) {
        final boolean goesOn = done.length <= schedule.length
            && Arrays.equals(done, 0, done.length, schedule, 0, done.length);
        if (!goesOn) {
            execution.abandon();
            execution = new ThreadedExecution(scenario, bounds, false);
            done = new int[0];
            executions++;
        }
        execution.take(Arrays.copyOfRange(schedule, done.length, schedule.length));
        done = schedule;
        return execution;
    }

    /** How often the code was begun. */
    long executions() {
        return executions;
    }

    /** Hash of all that threads have learnt along the last schedule. */
    long history() {
        return execution.history();
    }

    void end() {
        execution.abandon();
    }
}
