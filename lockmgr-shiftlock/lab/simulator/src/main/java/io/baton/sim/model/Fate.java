package io.baton.sim.model;

/**
 * What becomes of one message.
 *
 * @param lateNanos by how much it is late, 0 or more
 * @param loss what of it is lost
 * @param againNanos how long after the first a second copy arrives, or 0 for none; for notices only
 */
public record Fate(long lateNanos, Loss loss, long againNanos) {

    /** It arrives, in time and once. */
    public static final Fate ON_TIME = new Fate(0, Loss.NOTHING, 0);
    /** It never arrives. */
    public static final Fate LOST = new Fate(0, Loss.MESSAGE, 0);
    /** It arrives, but its acknowledgement does not; for notices only. */
    public static final Fate ACKNOWLEDGEMENT_LOST = new Fate(0, Loss.ACKNOWLEDGEMENT, 0);

    /** What of a message is lost, for good: all repetitions of the adapters included. */
    public enum Loss {
        /** Nothing. */
        NOTHING,
        /** The message itself. */
        MESSAGE,
        /** Only the acknowledgement of a notice. */
        ACKNOWLEDGEMENT
    }

    /**
     * Makes a fate.
     *
     * @throws IllegalArgumentException if a time is negative, or above 1000 seconds
     */
    public Fate {
        ClusterModel.checkNanos(lateNanos, againNanos);
    }

    /**
     * It arrives late. A verb that has no answer within {@link ClusterModel#lossTimeoutNanos} costs its client the
     * connection, and a SEND without an acknowledgement within it ends without an answer, but what is under way
     * arrives all the same, and takes effect.
     *
     * @param nanos by how much, 0 or more
     * @return the fate
     * @throws IllegalArgumentException if the time is out of range
     */
    public static Fate late(long nanos) {
        return new Fate(nanos, Loss.NOTHING, 0);
    }

    /**
     * It arrives in time, and once more; for notices only.
     *
     * @param nanos how long after the first time, 1 or more
     * @return the fate
     * @throws IllegalArgumentException if the time is out of range
     */
    public static Fate twice(long nanos) {
        if (nanos < 1) {
            throw new IllegalArgumentException("a second copy " + nanos + " ns later: give 1 or more");
        }
        return new Fate(0, Loss.NOTHING, nanos);
    }
}
