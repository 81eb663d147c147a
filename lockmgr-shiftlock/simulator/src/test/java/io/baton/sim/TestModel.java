package io.baton.sim;

/** A model whose numbers the tests know, whatever the papers' is calibrated to. */
final class TestModel {

    private TestModel() {
    }

    static ClusterModel model() {
        return model(1_000_000, 0);
    }

    static ClusterModel model(long asideNanos, long clockErrorNanos) {
        return model(asideNanos, clockErrorNanos, 24, 1, 24, 0, 0);
    }

    /** Two cores for each node's clients, and messages are late where there are several clients. */
    static ClusterModel crowded() {
        return model(1_000_000, 0, 2, 3, 2, 50, 0);
    }

    /** A client has but two addresses ready. */
    static ClusterModel forgetful() {
        return model(1_000_000, 0, 24, 1, 24, 0, 7_000);
    }

    /** Every second core is on the processor that has no adapter, from which messages are 60 ns later. */
    static ClusterModel twoProcessors() {
        return model(1_000_000, 0, 2, 1, 1, 0, 0);
    }

    private static ClusterModel model(long asideNanos, long clockErrorNanos, int cores, double sharedCoreFactor,
            int nearCores, long switchNanos, long newPeerNanos) {
        return new ClusterModel(5, 812, 15, 25, 33, 385, 100, asideNanos, 38, 273, 20, 20, 100, 1_700, 30,
            40, 60, 1_862, 100, clockErrorNanos, cores, sharedCoreFactor, nearCores, 60, switchNanos, 2,
            newPeerNanos, 500_000);
    }
}
