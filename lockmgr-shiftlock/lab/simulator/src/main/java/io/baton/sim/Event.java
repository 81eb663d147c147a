package io.baton.sim;

import org.jspecify.annotations.Nullable;

/** Something that happens at a point of virtual time. */
interface Event {

    /**
     * Lets it happen.
     *
     * @param ticket what the event was scheduled with
     * @return the thread that goes on now, or null if none does
     */
    @Nullable
    SimThread fire(long ticket);
}
