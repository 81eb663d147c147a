package io.baton.lab.cell;

import io.baton.sim.model.ClusterModel;

/**
 * A paper's machines.
 *
 * <p>Where clients die, a client on a machine that dies is replaced by one on another machine, of which there are
 * as many as the simulator allows.
 *
 * @param label such as {@code ShiftLock}
 * @param model what things cost there
 * @param serverThreads threads of the lock servers that serve requests, for locks that need processors
 * @param death what dies with a client
 */
public record Testbed(String label, ClusterModel model, int serverThreads, Death death) {

    /** What dies with a client. */
    public enum Death {
        /** Nothing: clients do not die. */
        NONE,
        /** Its process, which it has for itself. Its machine lives on, and refuses what is sent to the dead. */
        PROCESS,
        /** Its machine, which it has for itself: nothing answers any more. */
        MACHINE,
        /** Nothing: it skips a release and lives on, with its process. */
        RELEASE
    }

    /** The threads of the ShiftLock artifact's server ({@code -n 47}). */
    private static final int SHIFTLOCK_SERVER_THREADS = 47;

    private static final int DSLR_CORES = 8;
    private static final long NO_SWITCH = 0;
    /** What it takes to reach another client where each is connected to all. */
    private static final long CONNECTED = 0;
    private static final long DSLR_ONE_WAY_NANOS = 1_100;
    private static final long DSLR_READ_NANOS = 50;
    private static final long DSLR_ATOMIC_NANOS = 370;
    private static final long DSLR_ATOMIC_EXTRA_NANOS = 300;

    /** {@return the testbed of the ShiftLock paper, section 4.1: five client machines and a server, ConnectX-5} */
    public static Testbed shiftLock() {
        return new Testbed("ShiftLock", ClusterModel.paper(), SHIFTLOCK_SERVER_THREADS, Death.NONE);
    }

    /**
     * The ShiftLock paper's, where it takes longer to get a lock from one's own process.
     *
     * @param nanos how long it takes altogether, a multiple of 4
     * @return the machines
     */
    public static Testbed passingLocallyIn(long nanos) {
        return new Testbed("ShiftLock, local locks in " + nanos + " ns",
            ClusterModel.paper().withLocalAccess(nanos / CellClient.LOCAL_ACCESSES), SHIFTLOCK_SERVER_THREADS,
            Death.NONE);
    }

    /**
     * The ShiftLock paper's, whose five machines have several client processes each.
     *
     * @param processes how many on each machine, 1 to 199
     * @return machines that share their adapters and processors among them
     */
    public static Testbed ofProcessesPerMachine(int processes) {
        return processes == 1 ? shiftLock() : new Testbed("ShiftLock, " + processes + " processes per machine",
            ClusterModel.paper().withNodesPerMachine(processes), SHIFTLOCK_SERVER_THREADS, Death.NONE);
    }

    /**
     * The same lock server, and clients that die one by one. In the simulator a process has an adapter of its own, so
     * that clients do not share five of them.
     *
     * @param clients how many, 1 to 999
     * @return as many client processes
     */
    public static Testbed ofProcesses(int clients) {
        return new Testbed(
            "processes", ClusterModel.paper().withNodes(clients), SHIFTLOCK_SERVER_THREADS, Death.PROCESS);
    }

    /**
     * The same processes, whose clients do not die: instead they skip a release and live on.
     *
     * @param clients how many, 1 to 999
     * @return as many client processes
     */
    public static Testbed ofForgetful(int clients) {
        return new Testbed("forgetful processes", ClusterModel.paper().withNodes(clients), SHIFTLOCK_SERVER_THREADS,
            Death.RELEASE);
    }

    /**
     * The same lock server, and client machines that fall silent one by one.
     *
     * @return the machines that clients are on, and those that take their places
     */
    public static Testbed ofMachines() {
        return new Testbed("machines", ClusterModel.paper().withNodes(ClusterModel.SERVER_NODE - 1),
            SHIFTLOCK_SERVER_THREADS, Death.MACHINE);
    }

    /**
     * The testbed of the DSLR paper, section 6.1: half of the machines are lock servers, the others clients. The
     * simulated cluster has one lock server, which stands for all of them: its adapter is as many times as fast. The
     * paper states no latency; these are what is known of its hardware, ConnectX-3 at 56 Gbps behind two layers of
     * switches: a READ of 2.4 us, 20 million READs and, as that adapter locks for each atomic, 2.7 million atomics per
     * second and server; processors of eight cores, of which its clients use one each. That adapter has no dynamic
     * connections, so that each client is connected to all that it sends to. What is not known to be
     * different is as in the ShiftLock paper's testbed, except that those times are taken to be what clients see that
     * are not alone on their machine.
     *
     * @param machines how many in all, 2 or more
     * @return so many machines
     */
    public static Testbed dslr(int machines) {
        final int servers = machines / 2;
        final ClusterModel model = ClusterModel.paper().toBuilder().nodes(servers).oneWayNanos(DSLR_ONE_WAY_NANOS)
            .serverReadNanos(Math.max(1, DSLR_READ_NANOS / servers))
            .serverAtomic8Nanos(Math.max(1, DSLR_ATOMIC_NANOS / servers))
            .serverAtomic16Nanos(Math.max(1, DSLR_ATOMIC_NANOS / servers))
            .sameAddressAtomicNanos(DSLR_ATOMIC_NANOS).sameAddressReadNanos(DSLR_READ_NANOS)
            .atomicExtra8Nanos(DSLR_ATOMIC_EXTRA_NANOS).atomicExtra16Nanos(DSLR_ATOMIC_EXTRA_NANOS)
            .targetChangeNanos(CONNECTED).newPeerNanos(CONNECTED)
            .cores(DSLR_CORES).nearCores(DSLR_CORES).crossingNanos(0).switchNanos(NO_SWITCH)
            .build();
        return new Testbed("DSLR " + machines, model, servers * DSLR_CORES, Death.NONE);
    }

    /** {@return how many READs per second its lock servers can execute} */
    public double capacity() {
        return 1e9 / model.serverReadNanos();
    }
}
