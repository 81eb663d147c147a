package io.baton.engine.faults;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps of one commit, of which one may fail. One thread. */
final class FaultSteps {

    /** The commit that this thread runs and that is watched. */
    private static final ThreadLocal<FaultSteps> WATCHED = new ThreadLocal<>();

    private final int failingStep;
    private final @Nullable Throwable fault;
    private final List<String> places = new ArrayList<>();
    /** The first step of recording or applying, behind which nothing is taken back. */
    private int firstOfApply = Integer.MAX_VALUE;

    private FaultSteps(int failingStep, @Nullable Throwable fault) {
        this.failingStep = failingStep;
        this.fault = fault;
    }

    /** Counts the steps from now on. */
    static FaultSteps count() {
        return watch(-1, null);
    }

    /** Lets a step fail, counted from now on; with a RuntimeException or an Error. */
    static FaultSteps fail(int step, Throwable with) {
        return watch(step, with);
    }

    private static FaultSteps watch(int step, @Nullable Throwable with) {
        final FaultSteps steps = new FaultSteps(step, with);
        WATCHED.set(steps);
        return steps;
    }

    /** Watches no longer. */
    static void end() {
        WATCHED.remove();
    }

    /** Mutated code is at a step. */
    static void step(String place) {
        final FaultSteps steps = WATCHED.get();
        if (steps != null) {
            steps.at(place);
        }
    }

    private void at(String place) {
        if (place.equals("Commit.record before Redo.record")
            || place.equals("Commit.apply before Commit.applyCounted")) {
            firstOfApply = Math.min(firstOfApply, places.size());
        }
        places.add(place);
        if (places.size() - 1 == failingStep) {
            switch (fault) {
                case RuntimeException exception -> throw exception;
                case Error error -> throw error;
                case null, default -> throw new IllegalArgumentException("fail with an exception or an error");
            }
        }
    }

    /** Where the steps were, in their order. */
    List<String> places() {
        return List.copyOf(places);
    }

    /** How many steps come before the first that nothing takes back. */
    int prepareSteps() {
        return Math.min(firstOfApply, places.size());
    }
}
