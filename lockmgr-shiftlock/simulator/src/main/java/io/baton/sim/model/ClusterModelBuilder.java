package io.baton.sim.model;

/**
 * Makes a {@link ClusterModel}, each number by its name; the model's components say what each means, its unit, its
 * range and its source. What is not set is 0, or 1 where 0 makes no sense. Not thread-safe.
 */
public final class ClusterModelBuilder {

    private int nodes = 1;
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

    /**
     * Sets {@link ClusterModel#nodes}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder nodes(int value) {
        nodes = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#oneWayNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder oneWayNanos(long value) {
        oneWayNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#serverReadNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder serverReadNanos(long value) {
        serverReadNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#serverAtomic8Nanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder serverAtomic8Nanos(long value) {
        serverAtomic8Nanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#serverAtomic16Nanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder serverAtomic16Nanos(long value) {
        serverAtomic16Nanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#sameAddressAtomicNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder sameAddressAtomicNanos(long value) {
        sameAddressAtomicNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#sameAddressReadNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder sameAddressReadNanos(long value) {
        sameAddressReadNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#asideNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder asideNanos(long value) {
        asideNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#atomicExtra8Nanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder atomicExtra8Nanos(long value) {
        atomicExtra8Nanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#atomicExtra16Nanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder atomicExtra16Nanos(long value) {
        atomicExtra16Nanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#clientSendNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder clientSendNanos(long value) {
        clientSendNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#clientReceiveNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder clientReceiveNanos(long value) {
        clientReceiveNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#targetChangeNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder targetChangeNanos(long value) {
        targetChangeNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#sameNodeNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder sameNodeNanos(long value) {
        sameNodeNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#postNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder postNanos(long value) {
        postNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#pollNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder pollNanos(long value) {
        pollNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#noticeNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder noticeNanos(long value) {
        noticeNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#remoteWaitNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder remoteWaitNanos(long value) {
        remoteWaitNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#localAccessNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder localAccessNanos(long value) {
        localAccessNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#clockErrorNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder clockErrorNanos(long value) {
        clockErrorNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#cores}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder cores(int value) {
        cores = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#sharedCoreFactor}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder sharedCoreFactor(double value) {
        sharedCoreFactor = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#nearCores}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder nearCores(int value) {
        nearCores = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#crossingNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder crossingNanos(long value) {
        crossingNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#switchNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder switchNanos(long value) {
        switchNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#peersReady}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder peersReady(int value) {
        peersReady = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#newPeerNanos}.
     *
     * @param value the number
     * @return this
     */
    public ClusterModelBuilder newPeerNanos(long value) {
        newPeerNanos = value;
        return this;
    }

    /**
     * Sets {@link ClusterModel#lossTimeoutNanos}.
     *
     * @param value the number
     * @return this
     */
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
        return new ClusterModel(nodes, oneWayNanos, serverReadNanos, serverAtomic8Nanos, serverAtomic16Nanos,
            sameAddressAtomicNanos, sameAddressReadNanos, asideNanos, atomicExtra8Nanos, atomicExtra16Nanos,
            clientSendNanos, clientReceiveNanos, targetChangeNanos, sameNodeNanos, postNanos, pollNanos,
            noticeNanos, remoteWaitNanos, localAccessNanos, clockErrorNanos, cores, sharedCoreFactor, nearCores,
            crossingNanos, switchNanos, peersReady, newPeerNanos, lossTimeoutNanos);
    }
}
