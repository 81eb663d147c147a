package io.baton.explore;

import java.util.List;

/**
 * One step of a thread.
 *
 * @param contacts what it does to the world and learns from it, in order
 * @param end before which step it stands then
 * @param memory what its process remembers then
 */
record Step(List<Answered> contacts, Stop end, ProcessState.Memory memory) {

    /**
     * A contact with the world.
     *
     * @param contact what it is
     * @param answer what it has brought
     */
    record Answered(Contact contact, long answer) {
    }
}
