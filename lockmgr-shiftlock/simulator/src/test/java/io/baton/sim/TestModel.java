package io.baton.sim;

/** A model whose numbers the tests know, whatever the papers' is calibrated to. */
final class TestModel {

    private TestModel() {
    }

    static ClusterModel model() {
        return model(1_000_000, 0);
    }

    static ClusterModel model(long asideNanos, long clockErrorNanos) {
        return new ClusterModel(5, 812, 15, 25, 33, 385, 100, asideNanos, 38, 273, 20, 20, 100, 1_700, 30,
            40, 60, 1_862, 100, clockErrorNanos, 500_000);
    }
}
