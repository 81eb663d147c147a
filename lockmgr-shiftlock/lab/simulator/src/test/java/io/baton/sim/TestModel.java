package io.baton.sim;

import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.ClusterModelBuilder;

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
        return new ClusterModelBuilder().nodes(5).oneWayNanos(812)
            .serverReadNanos(15).serverAtomic8Nanos(25).serverAtomic16Nanos(33)
            .sameAddressAtomicNanos(385).sameAddressReadNanos(100).asideNanos(asideNanos)
            .atomicExtra8Nanos(38).atomicExtra16Nanos(273)
            .clientSendNanos(20).clientReceiveNanos(20).targetChangeNanos(100).sameNodeNanos(1_700)
            .postNanos(30).pollNanos(40).noticeNanos(60).remoteWaitNanos(1_862).localAccessNanos(100)
            .clockErrorNanos(clockErrorNanos).cores(cores).sharedCoreFactor(sharedCoreFactor).nearCores(nearCores)
            .crossingNanos(60).switchNanos(switchNanos).peersReady(2).newPeerNanos(newPeerNanos)
            .lossTimeoutNanos(500_000).build();
    }
}
