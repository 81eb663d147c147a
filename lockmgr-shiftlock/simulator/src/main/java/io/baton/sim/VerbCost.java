package io.baton.sim;

/** What the kinds of verbs cost the server's adapter. */
enum VerbCost {
    /** READ and WRITE. */
    PLAIN(1),
    /** Standard atomics on 8 bytes. */
    ATOMIC_8(2),
    /** Extended atomics on 16 bytes. */
    ATOMIC_16(3);

    private final int code;

    VerbCost(int code) {
        this.code = code;
    }

    /** Its number in the trace hash. */
    int code() {
        return code;
    }

    long pipelineNanos(ClusterModel model) {
        return switch (this) {
            case PLAIN -> model.serverReadNanos();
            case ATOMIC_8 -> model.serverAtomic8Nanos();
            case ATOMIC_16 -> model.serverAtomic16Nanos();
        };
    }

    long entryNanos(ClusterModel model) {
        return this == PLAIN ? model.sameAddressReadNanos() : model.sameAddressAtomicNanos();
    }

    long extraNanos(ClusterModel model) {
        return switch (this) {
            case PLAIN -> 0;
            case ATOMIC_8 -> model.atomicExtra8Nanos();
            case ATOMIC_16 -> model.atomicExtra16Nanos();
        };
    }
}
