package io.baton.lab.cell;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.SendStatus;
import io.baton.fabric.WordPair;
import org.agrona.DirectBuffer;

/**
 * The fabric of a process whose client skips releases and lives on (ShiftLock, section 4.8): while it forgets, no
 * atomic is issued and no notice sent, and the client believes that they were. So the entry names a client that neither
 * holds the lock, nor waits for it, nor gives it back. Knows no batches. Not thread-safe.
 */
final class ForgetfulFabric extends ForwardingFabric {

    private boolean forgets;

    ForgetfulFabric(Fabric fabric) {
        super(fabric);
    }

    /** Makes a release come to nothing. */
    void forget(Runnable release) {
        forgets = true;
        try {
            release.run();
        } finally {
            forgets = false;
        }
    }

    @Override
    public Endpoint connect() {
        return new ForwardingEndpoint(super.connect()) {
            @Override
            public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow,
                    long swapHigh, WordPair old) {
                if (forgets) {
                    old.set(compareLow, compareHigh);
                    return true;
                }
                return super.extCas(address, masks, compareLow, compareHigh, swapLow, swapHigh, old);
            }

            @Override
            public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
                if (forgets) {
                    old.set(0, 0);
                } else {
                    super.extFaa(address, fields, addLow, addHigh, old);
                }
            }

            @Override
            public SendStatus send(long route, DirectBuffer buffer, int offset, int length) {
                return forgets ? SendStatus.SENT : super.send(route, buffer, offset, length);
            }
        };
    }
}
