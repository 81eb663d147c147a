package io.baton.explore;

import java.util.List;

/**
 * One step of a thread.
 *
 * @param interactions what it does to the global and learns from it, in order
 * @param end before which step it stands then
 * @param memory what its process remembers then
 */
record Step(List<Answered> interactions, NextStep end, ProcessState.Memory memory) {

    /**
     * An interaction with the global.
     *
     * @param interaction what it is
     * @param answer what it has brought
     */
    record Answered(Interaction interaction, long answer) {
    }
}
