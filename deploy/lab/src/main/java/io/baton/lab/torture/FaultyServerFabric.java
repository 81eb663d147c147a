package io.baton.lab.torture;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.Gate;
import io.baton.fabric.NoticeHandler;
import io.baton.lock.entry.RecoveryNotice;
import org.jspecify.annotations.Nullable;

/** A lock server's fabric with a planted mistake. */
final class FaultyServerFabric extends ForwardingFabric {

    private final Mistake mistake;

    FaultyServerFabric(Fabric fabric, Mistake mistake) {
        super(fabric);
        this.mistake = mistake;
    }

    @Override
    public @Nullable Gate gate() {
        final Gate gate = super.gate();
        return gate == null || mistake != Mistake.OPEN_GATE ? gate : new Gate() {
            @Override
            public void refuse(int node) {
                // That is the mistake.
            }

            @Override
            public void admit(int node) {
                gate.admit(node);
            }
        };
    }

    @Override
    public Endpoint connect() {
        final Endpoint endpoint = super.connect();
        return mistake != Mistake.DEAF_SERVER ? endpoint : new ForwardingEndpoint(endpoint) {
            @Override
            public int receive(NoticeHandler handler) {
                return super.receive((buffer, offset, length) -> {
                    if (buffer.getByte(offset) != RecoveryNotice.SUSPECT) {
                        handler.onNotice(buffer, offset, length);
                    }
                });
            }
        };
    }
}
