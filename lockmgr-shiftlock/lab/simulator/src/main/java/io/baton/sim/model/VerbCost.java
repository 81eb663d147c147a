package io.baton.sim.model;

/** What the kinds of verbs cost the server's adapter. */
public enum VerbCost {
    /** READ and WRITE. */
    PLAIN(Trace.PLAIN),
    /** Standard atomics on 8 bytes. */
    ATOMIC_8(Trace.ATOMIC_8),
    /** Extended atomics on 16 bytes. */
    ATOMIC_16(Trace.ATOMIC_16);

    private final int traceKind;

    VerbCost(int traceKind) {
        this.traceKind = traceKind;
    }

    public int traceKind() {
        return traceKind;
    }

    /** How long the inbound pipeline is busy with it. */
    public long pipelineNanos(ClusterModel model) {
        return switch (this) {
            case PLAIN -> model.serverReadNanos();
            case ATOMIC_8 -> model.serverAtomic8Nanos();
            case ATOMIC_16 -> model.serverAtomic16Nanos();
        };
    }

    /** How long its entry is busy with it. */
    public long entryNanos(ClusterModel model) {
        return this == PLAIN ? model.sameAddressReadNanos() : model.sameAddressAtomicNanos();
    }

    /** How much later its answer leaves than that of a READ. */
    public long extraNanos(ClusterModel model) {
        return switch (this) {
            case PLAIN -> 0;
            case ATOMIC_8 -> model.atomicExtra8Nanos();
            case ATOMIC_16 -> model.atomicExtra16Nanos();
        };
    }
}
