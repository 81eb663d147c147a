package io.baton.rival.served;

/**
 * What may be chosen of a {@link TraditionalServer}.
 *
 * @param readersOvertakeMax how many readers may overtake a waiting writer while readers hold the lock; 0: strictly
 *     first come, first served
 * @param requestNanos how long a thread is busy with a request besides sending the answer, 0 or more; no source states
 *     it
 */
public record TraditionalParameters(int readersOvertakeMax, long requestNanos) {

    private static final int READERS_OVERTAKE_MAX = 10;

    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if one is negative
     */
    public TraditionalParameters {
        if (readersOvertakeMax < 0 || requestNanos < 0) {
            throw new IllegalArgumentException(readersOvertakeMax + " readers that overtake and " + requestNanos
                + " ns for a request: give 0 or more");
        }
    }

    /** {@return Traditional (DSLR paper, §6.1)} */
    public static TraditionalParameters paper() {
        return new TraditionalParameters(0, RpcServer.REQUEST_NANOS);
    }

    /** {@return Traditional_RO (DSLR paper, §6.4): 10 shared locks can bypass an exclusive one} */
    public static TraditionalParameters paperReordering() {
        return new TraditionalParameters(READERS_OVERTAKE_MAX, RpcServer.REQUEST_NANOS);
    }
}
