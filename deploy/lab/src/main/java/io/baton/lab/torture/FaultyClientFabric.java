package io.baton.lab.torture;

import io.baton.fabric.AddFields;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.WordPair;

/** A coordinator's fabric that loses releases of readers, with {@link Mistake#LOST_RELEASE}. */
final class FaultyClientFabric extends ForwardingFabric {

    private static final int ONE_IN = 5;

    private final Mistake mistake;

    FaultyClientFabric(Fabric fabric, Mistake mistake) {
        super(fabric);
        this.mistake = mistake;
    }

    @Override
    public Endpoint connect() {
        final Endpoint endpoint = super.connect();
        return mistake != Mistake.LOST_RELEASE ? endpoint : new ForwardingEndpoint(endpoint) {

            private int releases;

            @Override
            public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
                // A reader that leaves counts a release; one that enters does not.
                if (addHigh != 0 && ++releases % ONE_IN == 0) {
                    super.read(address, old);
                } else {
                    super.extFaa(address, fields, addLow, addHigh, old);
                }
            }
        };
    }
}
