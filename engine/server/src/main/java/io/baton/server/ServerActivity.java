package io.baton.server;

import java.util.List;

/**
 * What a server's connections are doing, seen on their event loops, one after the other.
 *
 * @param connections some of them
 * @param calls the calls under way that began first; short ones that run on event loops are not among them
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
     * @param address where it comes from
     * @param client what it calls itself, empty before the handshake
     * @param calls how many it has under way, or waiting to be fetched
     */
    public record ConnectionActivity(String address, String client, int calls) {
    }

    /**
     * A call.
     *
     * @param procedure the procedure's name
     * @param address where its connection comes from
     * @param client what the connection calls itself
     * @param beginNanos when it began, in the engine's clock
     */
    public record CallActivity(String procedure, String address, String client, long beginNanos) {
    }
}
