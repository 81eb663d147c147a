package io.baton.sim.model;

/**
 * What things cost in a simulated cluster; all times in nanoseconds of virtual time, 0 or more. The package's
 * description shows where on a verb's path each is spent. "ShiftLock" is the FAST '25 paper.
 *
 * @param nodes client nodes, numbered from 1 to at most 999; lock servers begin at {@link #SERVER_NODE}. ShiftLock
 *     §4.1: 5
 * @param nodesPerMachine how many client nodes in a row are processes of one machine, whose adapter and processors they
 *     share, 1 or more. ShiftLock §4.1: 1
 * @param oneWayNanos wire and switch between two nodes, one way, including both adapters' fixed latency. From the
 *     round trips below, less what is spent elsewhere
 * @param serverReadNanos how long the server adapter's inbound pipeline is busy with a READ or WRITE. Assumed: 66 M
 *     per second, below the 100 Gbps adapter's message rate
 * @param serverAtomic8Nanos the same with a standard 8-byte atomic. As the extended: ShiftLock
 *     figure 4, uniform, where locks with standard and with extended atomics come out alike
 * @param serverAtomic16Nanos the same with an extended 16-byte atomic. ShiftLock figure 4 and §4.2: about 33 M per
 *     second where 240 clients saturate the server
 * @param sameAddressAtomicNanos how long an atomic keeps its 16-byte entry from the next access. ShiftLock §2.3:
 *     fitted to the 15.5 Kops/s of one lock with 240 clients that retry at once
 * @param sameAddressReadNanos how long a READ or WRITE does. Assumed; ShiftLock §4.6 only says that accesses to one
 *     address do not go in parallel
 * @param asideNanos how long a verb whose entry is busy may wait aside; beyond that the inbound pipeline waits with it.
 *     Fitted: ShiftLock §4.6 says that such accesses queue up in the adapter, and retries on one lock slow all
 *     others (table 4, CAS-NB)
 * @param atomicExtra8Nanos what a standard atomic takes longer than a READ even without any queue. ShiftLock §2.3:
 *     278.3 Kops/s without retries, which is two round trips of 1.70 μs if the client itself takes 0.2 μs
 * @param atomicExtra16Nanos what an extended atomic takes longer than a READ even without any queue. ShiftLock table 3,
 *     5 clients: a round trip of 2.04 μs
 * @param clientSendNanos how long a client node's adapter is busy with sending one message of any kind. Assumed
 * @param clientReceiveNanos how long it is busy with receiving one message of any kind. Assumed
 * @param targetChangeNanos by how much a SEND between clients is later if its initiator has sent to another one before.
 *     Fitted: as noticeNanos; ShiftLock §3.2: a dynamically connected initiator needs less than 1 μs to connect
 * @param sameNodeNanos a SEND between two clients of one node, from its posting to its delivery, a change of target
 *     aside. As between nodes: ShiftLock §4.1 delays such SENDs by 1 μs, so that they take as long as others
 * @param postNanos a client's processor, to post a verb, or several together. Assumed
 * @param pollNanos a client's processor, to find a completion, or that a doorbell has been rung. Assumed
 * @param noticeNanos a client that waits for a notice, from the notice's arrival until it acts on it, or until it rings
 *     the doorbell of the listener. Fitted: ShiftLock table 3, 20 clients (docs/paper.md)
 * @param remoteWaitNanos between two READs of a client that waits for a word. ShiftLock's artifact: 1862
 * @param localAccessNanos an access to registered memory by the server's own processor. Assumed: a cache miss, since
 *     the adapter's writes invalidate the line
 * @param clockErrorNanos how far a node's clock is off at most, either way; it is constant for a node
 * @param cores processor cores of a client node, 1 or more; a node's clients take one core after the other, and when
 *     there are more clients than cores, the next ones share the first ones'. ShiftLock §4.1: two E5-2650 v4, which
 *     have 12 cores of two threads each; its artifact binds client <i>i</i> to the processors' thread <i>i</i>
 * @param sharedCoreFactor how many times as long a client's processor takes while another client is on its core, 1 or
 *     more. Intel Technology Journal 6 (1), 2002, p. 11: two threads of a core do up to 1.3 times the work of one,
 *     so each takes 2 / 1.3 times as long
 * @param nearCores how many of a client node's cores, the first ones, are on the processor that has the adapter, 1 or
 *     more; what clients on the others send and receive crosses from one processor to the other. As for {@code cores}:
 *     12; that the adapter is on the first processor, whose cores come first, is assumed
 * @param crossingNanos by how much such a message is later. Assumed: what a read of an adapter in the other processor's
 *     memory takes longer in Neugebauer et al., "Understanding PCIe performance for end host networking", SIGCOMM
 *     2018, section 6.4, with an eye on ShiftLock table 3, where round trips take longer from 80 clients on
 * @param switchNanos by how much a message that a client node's adapter sends or receives is later if its last one was
 *     another client's. Fitted: ShiftLock table 3, where a round trip takes 0.2 μs longer with 20 clients, four on a
 *     node, than with 5. That it is the adapter's switch from one connection to another is assumed; no source says
 * @param peersReady to how many other clients a client can SEND at once, 1 or more: those that it has sent to last. 64
 *     address handles are kept by ShiftLock's artifact, by a rule (TinyLFU) that gives the same table 3
 * @param newPeerNanos a client's processor, to make an address handle for any other client. Assumed, with an eye on
 *     ShiftLock table 3, where the time for telling the successor, the handle's included, rises from 80 clients on
 * @param lossTimeoutNanos how long an adapter repeats a message that is not acknowledged until it gives up and breaks
 *     the connection, all repetitions included; of use only where {@linkplain MessageFaults something fails}. Assumed:
 *     7 repetitions, each after 2⁷ × 4.096 μs
 */
public record ClusterModel(
        int nodes,
        int nodesPerMachine,
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
        long clockErrorNanos,
        int cores,
        double sharedCoreFactor,
        int nearCores,
        long crossingNanos,
        long switchNanos,
        int peersReady,
        long newPeerNanos,
        long lossTimeoutNanos) {

    /**
     * The node id of the lock server, whose processor has the registered memory in reach; of the first one, where there
     * are several.
     */
    public static final int SERVER_NODE = 1000;
    /** The largest number of lock servers. */
    public static final int SERVERS_MAX = 1_000;

    /** A time of this many nanoseconds is surely a mistake. */
    private static final long NANOS_MAX = 1_000_000_000_000L;
    private static final double FACTOR_MAX = 1_000;

    /**
     * Makes a model.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public ClusterModel {
        if (nodes < 1 || nodes >= SERVER_NODE) {
            throw new IllegalArgumentException(nodes + " client nodes: give 1 to " + (SERVER_NODE - 1));
        }
        if (nodesPerMachine < 1) {
            throw new IllegalArgumentException(nodesPerMachine + " client nodes on a machine: give 1 or more");
        }
        checkNanos(oneWayNanos, serverReadNanos, serverAtomic8Nanos, serverAtomic16Nanos, sameAddressAtomicNanos,
            sameAddressReadNanos, asideNanos, atomicExtra8Nanos, atomicExtra16Nanos, clientSendNanos,
            clientReceiveNanos, targetChangeNanos, sameNodeNanos, postNanos, pollNanos, noticeNanos, remoteWaitNanos,
            localAccessNanos, clockErrorNanos, crossingNanos, switchNanos, newPeerNanos, lossTimeoutNanos);
        if (cores < 1) {
            throw new IllegalArgumentException(cores + " cores: give 1 or more");
        }
        if (nearCores < 1) {
            throw new IllegalArgumentException(nearCores + " cores near the adapter: give 1 or more");
        }
        if (peersReady < 1) {
            throw new IllegalArgumentException(peersReady + " peers ready: give 1 or more");
        }
        if (!(sharedCoreFactor >= 1 && sharedCoreFactor <= FACTOR_MAX)) {
            throw new IllegalArgumentException("a shared core that takes " + sharedCoreFactor
                + " times as long: give 1 to " + FACTOR_MAX);
        }
        if (oneWayNanos == 0) {
            throw new IllegalArgumentException("a one-way latency of 0 ns: give 1 or more, so that time passes");
        }
    }

    /** {@return whether a node is a lock server's} */
    public static boolean isServer(int node) {
        return node >= SERVER_NODE;
    }

    /**
     * Returns the node of a lock server.
     *
     * @param server its number, 0 and up
     * @return its node id
     */
    public static int serverNode(int server) {
        return SERVER_NODE + server;
    }

    /**
     * Returns the number of a lock server.
     *
     * @param node a lock server's node
     * @return its number, 0 and up
     */
    public static int server(int node) {
        return node - SERVER_NODE;
    }

    /**
     * Checks a time.
     *
     * @param nanos the time
     * @throws IllegalArgumentException unless it is 1 or more, and not absurd
     */
    public static void checkPositive(long nanos) {
        if (nanos < 1 || nanos > NANOS_MAX) {
            throw new IllegalArgumentException("a time of " + nanos + " ns: give 1 to " + NANOS_MAX);
        }
    }

    /**
     * Checks times.
     *
     * @param times the times
     * @throws IllegalArgumentException unless each is 0 or more, and not absurd
     */
    public static void checkNanos(long... times) {
        for (long nanos : times) {
            if (nanos < 0 || nanos > NANOS_MAX) {
                throw new IllegalArgumentException("a time of " + nanos + " ns: give 0 to " + NANOS_MAX);
            }
        }
    }

    /**
     * The testbed of the ShiftLock paper (§4.1): five client machines and a server with a 100 Gbps adapter. Each
     * number's source is at its component.
     *
     * @return the calibrated model
     */
    public static ClusterModel paper() {
        return new ClusterModelBuilder()
            .nodes(5)
            .oneWayNanos(775)
            .serverReadNanos(15)
            .serverAtomic8Nanos(30)
            .serverAtomic16Nanos(30)
            .sameAddressAtomicNanos(270)
            .sameAddressReadNanos(40)
            .asideNanos(1_000)
            .atomicExtra16Nanos(350)
            .clientSendNanos(20)
            .clientReceiveNanos(20)
            .targetChangeNanos(600)
            .sameNodeNanos(815)
            .postNanos(30)
            .pollNanos(40)
            .noticeNanos(850)
            .remoteWaitNanos(1_862)
            .localAccessNanos(100)
            .cores(24)
            .sharedCoreFactor(1.54)
            .nearCores(12)
            .crossingNanos(100)
            .switchNanos(108)
            .peersReady(64)
            .newPeerNanos(400)
            .lossTimeoutNanos(4_194_304)
            .build();
    }

    /** {@return a builder with all numbers of this model} */
    public ClusterModelBuilder toBuilder() {
        return new ClusterModelBuilder(this);
    }

    /**
     * Returns the same model with another number of client nodes.
     *
     * @param newNodes 1 to 999
     * @return a new model
     */
    public ClusterModel withNodes(int newNodes) {
        return toBuilder().nodes(newNodes).build();
    }

    /**
     * Returns the same machines with another number of client nodes on each.
     *
     * @param perMachine how many processes each machine gets, 1 or more
     * @return a new model, of so many times as many nodes as this one has machines
     */
    public ClusterModel withNodesPerMachine(int perMachine) {
        return toBuilder().nodes(machines() * perMachine).nodesPerMachine(perMachine).build();
    }

    /** {@return how many machines the client nodes are on} */
    public int machines() {
        return (nodes + nodesPerMachine - 1) / nodesPerMachine;
    }

    /** {@return which machine a node is on, from 0; a lock server has one for itself} */
    public int machine(int node) {
        return isServer(node) ? machines() + server(node) : (node - 1) / nodesPerMachine;
    }

    /**
     * Returns the same model with memory that is reached at another speed.
     *
     * @param newLocalAccessNanos an access to memory that others have written, 0 or more
     * @return a new model
     */
    public ClusterModel withLocalAccess(long newLocalAccessNanos) {
        return toBuilder().localAccessNanos(newLocalAccessNanos).build();
    }

    /**
     * Returns the same model with another clock error.
     *
     * @param newClockErrorNanos how far a node's clock is off at most, 0 or more
     * @return a new model
     */
    public ClusterModel withClockError(long newClockErrorNanos) {
        return toBuilder().clockErrorNanos(newClockErrorNanos).build();
    }

    /**
     * Returns the same model with another time after which a lost message breaks the connection.
     *
     * @param newLossTimeoutNanos all repetitions included, 0 or more
     * @return a new model
     */
    public ClusterModel withLossTimeout(long newLossTimeoutNanos) {
        return toBuilder().lossTimeoutNanos(newLossTimeoutNanos).build();
    }

    /**
     * {@return the same model with all of a node's cores near its adapter: where processes come and go, which thread is
     * far says nothing}
     */
    public ClusterModel withoutCrossing() {
        return toBuilder().crossingNanos(0).build();
    }
}
