package io.baton.wire;

/** Who waits at a lane. */
interface LaneWaiter {

    /** Whether it has what it waits for; asked by its own thread. */
    boolean isOver();

    /** What wakes it while another reads the lane. */
    ParkedBell bell();
}
