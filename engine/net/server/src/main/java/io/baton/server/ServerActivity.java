package io.baton.server;

import io.baton.engine.observe.CallOrigin;
import java.util.List;

/**
 * What a server's connections are doing, seen on their event loops, one after the other.
 *
 * @param connections some of them
 * @param calls the calls under way that began first; short ones that run on event loops are not among them, nor are
 *     those of transactions of several calls ({@link BatonServer#openTransactions})
 */
public record ServerActivity(List<ConnectionActivity> connections, List<CallActivity> calls) {

    /** Keeps copies. */
    public ServerActivity {
        connections = List.copyOf(connections);
        calls = List.copyOf(calls);
    }

    /**
     * A connection.
     *
     * @param origin where it comes from; before the handshake nothing but the address is known
     * @param calls how many it has under way, or waiting to be fetched
     * @param transactions how many transactions of several calls it has open
     */
    public record ConnectionActivity(CallOrigin origin, int calls, int transactions) {
    }

    /**
     * A call.
     *
     * @param procedure the procedure's name
     * @param origin where its connection comes from
     * @param beginNanos when it began, in the engine's clock
     */
    public record CallActivity(String procedure, CallOrigin origin, long beginNanos) {
    }
}
