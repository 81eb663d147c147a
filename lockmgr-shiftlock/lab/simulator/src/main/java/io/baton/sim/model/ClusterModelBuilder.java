package io.baton.sim.model;

/**
 * Makes a {@link ClusterModel}, each number by its name; the model's components say what each means, its unit, its
 * range and its source. What is not set is 0, or 1 where 0 makes no sense. Not thread-safe.
 */
public final class ClusterModelBuilder {

    private int nodes = 1;
    private int nodesPerMachine = 1;
    private long oneWayNanos = 1;
    private long serverReadNanos;
    private long serverAtomic8Nanos;
    private long serverAtomic16Nanos;
    private long sameAddressAtomicNanos;
    private long sameAddressReadNanos;
    private long asideNanos;
    private long atomicExtra8Nanos;
    private long atomicExtra16Nanos;
    private long clientSendNanos;
    private long clientReceiveNanos;
    private long targetChangeNanos;
    private long sameNodeNanos;
    private long postNanos;
    private long pollNanos;
    private long noticeNanos;
    private long remoteWaitNanos;
    private long localAccessNanos;
    private long clockErrorNanos;
    private int cores = 1;
    private double sharedCoreFactor = 1;
    private int nearCores = 1;
    private long crossingNanos;
    private long switchNanos;
    private int peersReady = 1;
    private long newPeerNanos;
    private long lossTimeoutNanos;

    /** Of a cluster in which nothing takes time but the wire, 1 ns. */
    public ClusterModelBuilder() {
    }

    ClusterModelBuilder(ClusterModel model) {
        this.nodes = model.nodes();
        this.nodesPerMachine = model.nodesPerMachine();
        this.oneWayNanos = model.oneWayNanos();
        this.serverReadNanos = model.serverReadNanos();
        this.serverAtomic8Nanos = model.serverAtomic8Nanos();
        this.serverAtomic16Nanos = model.serverAtomic16Nanos();
        this.sameAddressAtomicNanos = model.sameAddressAtomicNanos();
        this.sameAddressReadNanos = model.sameAddressReadNanos();
        this.asideNanos = model.asideNanos();
        this.atomicExtra8Nanos = model.atomicExtra8Nanos();
        this.atomicExtra16Nanos = model.atomicExtra16Nanos();
        this.clientSendNanos = model.clientSendNanos();
        this.clientReceiveNanos = model.clientReceiveNanos();
        this.targetChangeNanos = model.targetChangeNanos();
        this.sameNodeNanos = model.sameNodeNanos();
        this.postNanos = model.postNanos();
        this.pollNanos = model.pollNanos();
        this.noticeNanos = model.noticeNanos();
        this.remoteWaitNanos = model.remoteWaitNanos();
        this.localAccessNanos = model.localAccessNanos();
        this.clockErrorNanos = model.clockErrorNanos();
        this.cores = model.cores();
        this.sharedCoreFactor = model.sharedCoreFactor();
        this.nearCores = model.nearCores();
        this.crossingNanos = model.crossingNanos();
        this.switchNanos = model.switchNanos();
        this.peersReady = model.peersReady();
        this.newPeerNanos = model.newPeerNanos();
        this.lossTimeoutNanos = model.lossTimeoutNanos();
    }

    /** {@return this, with {@link ClusterModel#nodes} set} */
    public ClusterModelBuilder nodes(int value) {
        nodes = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#nodesPerMachine} set} */
    public ClusterModelBuilder nodesPerMachine(int value) {
        nodesPerMachine = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#oneWayNanos} set} */
    public ClusterModelBuilder oneWayNanos(long value) {
        oneWayNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#serverReadNanos} set} */
    public ClusterModelBuilder serverReadNanos(long value) {
        serverReadNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#serverAtomic8Nanos} set} */
    public ClusterModelBuilder serverAtomic8Nanos(long value) {
        serverAtomic8Nanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#serverAtomic16Nanos} set} */
    public ClusterModelBuilder serverAtomic16Nanos(long value) {
        serverAtomic16Nanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#sameAddressAtomicNanos} set} */
    public ClusterModelBuilder sameAddressAtomicNanos(long value) {
        sameAddressAtomicNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#sameAddressReadNanos} set} */
    public ClusterModelBuilder sameAddressReadNanos(long value) {
        sameAddressReadNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#asideNanos} set} */
    public ClusterModelBuilder asideNanos(long value) {
        asideNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#atomicExtra8Nanos} set} */
    public ClusterModelBuilder atomicExtra8Nanos(long value) {
        atomicExtra8Nanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#atomicExtra16Nanos} set} */
    public ClusterModelBuilder atomicExtra16Nanos(long value) {
        atomicExtra16Nanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#clientSendNanos} set} */
    public ClusterModelBuilder clientSendNanos(long value) {
        clientSendNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#clientReceiveNanos} set} */
    public ClusterModelBuilder clientReceiveNanos(long value) {
        clientReceiveNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#targetChangeNanos} set} */
    public ClusterModelBuilder targetChangeNanos(long value) {
        targetChangeNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#sameNodeNanos} set} */
    public ClusterModelBuilder sameNodeNanos(long value) {
        sameNodeNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#postNanos} set} */
    public ClusterModelBuilder postNanos(long value) {
        postNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#pollNanos} set} */
    public ClusterModelBuilder pollNanos(long value) {
        pollNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#noticeNanos} set} */
    public ClusterModelBuilder noticeNanos(long value) {
        noticeNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#remoteWaitNanos} set} */
    public ClusterModelBuilder remoteWaitNanos(long value) {
        remoteWaitNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#localAccessNanos} set} */
    public ClusterModelBuilder localAccessNanos(long value) {
        localAccessNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#clockErrorNanos} set} */
    public ClusterModelBuilder clockErrorNanos(long value) {
        clockErrorNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#cores} set} */
    public ClusterModelBuilder cores(int value) {
        cores = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#sharedCoreFactor} set} */
    public ClusterModelBuilder sharedCoreFactor(double value) {
        sharedCoreFactor = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#nearCores} set} */
    public ClusterModelBuilder nearCores(int value) {
        nearCores = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#crossingNanos} set} */
    public ClusterModelBuilder crossingNanos(long value) {
        crossingNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#switchNanos} set} */
    public ClusterModelBuilder switchNanos(long value) {
        switchNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#peersReady} set} */
    public ClusterModelBuilder peersReady(int value) {
        peersReady = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#newPeerNanos} set} */
    public ClusterModelBuilder newPeerNanos(long value) {
        newPeerNanos = value;
        return this;
    }

    /** {@return this, with {@link ClusterModel#lossTimeoutNanos} set} */
    public ClusterModelBuilder lossTimeoutNanos(long value) {
        lossTimeoutNanos = value;
        return this;
    }

    /**
     * Makes the model.
     *
     * @return the model
     * @throws IllegalArgumentException if a number is out of range; it says which
     */
    public ClusterModel build() {
        return new ClusterModel(nodes, nodesPerMachine, oneWayNanos, serverReadNanos, serverAtomic8Nanos,
            serverAtomic16Nanos, sameAddressAtomicNanos, sameAddressReadNanos, asideNanos, atomicExtra8Nanos,
            atomicExtra16Nanos, clientSendNanos, clientReceiveNanos, targetChangeNanos, sameNodeNanos, postNanos,
            pollNanos, noticeNanos, remoteWaitNanos, localAccessNanos, clockErrorNanos, cores, sharedCoreFactor,
            nearCores, crossingNanos, switchNanos, peersReady, newPeerNanos, lossTimeoutNanos);
    }
}
