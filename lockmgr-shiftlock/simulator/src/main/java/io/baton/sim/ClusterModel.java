package io.baton.sim;

/**
 * What things cost in a simulated cluster; all times in nanoseconds of virtual time.
 *
 * @param nodes client nodes, numbered from 1; the lock server is node {@link #SERVER_NODE}
 * @param oneWayNanos wire and switch between two nodes, one way, including both adapters' fixed latency
 * @param serverReadNanos how long the server adapter's inbound pipeline is busy with a READ or WRITE
 * @param serverAtomic8Nanos the same with a standard 8-byte atomic
 * @param serverAtomic16Nanos the same with an extended 16-byte atomic
 * @param sameAddressAtomicNanos how long an atomic keeps its 16-byte entry from the next access
 * @param sameAddressReadNanos how long a READ or WRITE does
 * @param asideNanos how long a verb whose entry is busy may wait aside; beyond that the inbound pipeline waits with it
 * @param atomicExtra8Nanos what a standard atomic takes longer than a READ even without any queue
 * @param atomicExtra16Nanos what an extended atomic takes longer than a READ even without any queue
 * @param clientSendNanos how long a client node's adapter is busy with sending one message of any kind
 * @param clientReceiveNanos how long it is busy with receiving one message of any kind
 * @param targetChangeNanos what a dynamically connected initiator needs to change its target
 * @param sameNodeNanos a SEND between two clients of one node, all included
 * @param postNanos a client's processor, to post a verb
 * @param pollNanos a client's processor, to find a completion or a notice
 * @param noticeNanos a client that waits for a notice, from the notice's arrival until it acts on it
 * @param remoteWaitNanos between two READs of a client that waits for a word
 * @param localAccessNanos an access to registered memory by the server's own processor
 * @param clockErrorNanos how far a node's clock is off at most, either way
 */
public record ClusterModel(
    int nodes,
    long oneWayNanos,
    long serverReadNanos,
    long serverAtomic8Nanos,
    long serverAtomic16Nanos,
    long sameAddressAtomicNanos,
    long sameAddressReadNanos,
    long asideNanos,
    long atomicExtra8Nanos,
    long atomicExtra16Nanos,
    long clientSendNanos,
    long clientReceiveNanos,
    long targetChangeNanos,
    long sameNodeNanos,
    long postNanos,
    long pollNanos,
    long noticeNanos,
    long remoteWaitNanos,
    long localAccessNanos,
    long clockErrorNanos) {

    /** The node id of the lock server, whose processor has the registered memory in reach. */
    public static final int SERVER_NODE = 1000;

    /**
     * The testbed of the ShiftLock paper (§4.1): five client machines and a server with a 100 Gbps adapter.
     *
     * @return the calibrated model
     */
    public static ClusterModel paper() {
        return new ClusterModel(5, 825, 15, 30, 30, 270, 40, 1_000, 0, 250, 20, 20, 400, 1_335, 30, 40, 2_000, 1_862, 100, 0);
    }

    /**
     * The same with clocks that differ.
     *
     * @param nanos how far a node's clock is off at most, either way, 0 or more
     * @return a new model
     */
    public ClusterModel withClockError(long nanos) {
        return new ClusterModel(nodes, oneWayNanos, serverReadNanos, serverAtomic8Nanos, serverAtomic16Nanos,
            sameAddressAtomicNanos, sameAddressReadNanos, asideNanos, atomicExtra8Nanos, atomicExtra16Nanos,
            clientSendNanos, clientReceiveNanos, targetChangeNanos, sameNodeNanos, postNanos, pollNanos, noticeNanos,
            remoteWaitNanos, localAccessNanos, nanos);
    }
}
