package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.BatonClient;
import io.baton.client.ClientOptions;
import io.baton.client.SharedSockets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many calls clients that share a socket have under way, if the server begins anew and takes fewer. */
@Timeout(30)
class SharedPlacesTest {

    private static final int CLIENTS = 4;
    /** Each of four clients has a quarter of its equal part for itself, and what nobody has is for all. */
    private static final int OF_32 = 32 - 3 * 2;
    private static final int OF_8 = 8 - 3;

    private final SharedSockets sockets = new SharedSockets(1);
    private final List<BatonClient> open = new ArrayList<>();

    private BatonClient connect(ClientOptions options) {
        final BatonClient client = BatonClient.connect(options.share(sockets, "all", CLIENTS));
        open.add(client);
        return client;
    }

    @AfterEach
    void close() {
        open.forEach(BatonClient::close);
    }

    private static TestServer server(int port, int calls) {
        return new TestServer(port, options -> options.callsPerConnection(calls));
    }

    @Test
    void newClientsCountOnWhatTheServerTakesNow() {
        final int port;
        final ClientOptions options;
        try (TestServer before = server(0, 32)) {
            port = before.server.address().getPort();
            options = before.options();
            assertThat(connect(options).callsAtOnce()).isEqualTo(OF_32);
            assertThat(connect(options).callsAtOnce()).isEqualTo(OF_32);
        }
        try (TestServer now = server(port, 8)) {
            for (int i = 0; i < CLIENTS; i++) {
                assertThat(connect(options).callsAtOnce()).isEqualTo(OF_8);
            }
            // One for those of before, and one for the others.
            open.forEach(client -> assertThat(client.procedure("Add", Long.class).call(1, 1)).isPositive());
            assertThat(now.server.connections()).isEqualTo(2);
        }
    }

    @Test
    void aSocketWhoseServerTakesMoreNowIsSharedAsBefore() {
        final int port;
        final ClientOptions options;
        try (TestServer before = server(0, 8)) {
            port = before.server.address().getPort();
            options = before.options();
            assertThat(connect(options).callsAtOnce()).isEqualTo(OF_8);
        }
        try (TestServer now = server(port, 32)) {
            assertThat(connect(options).callsAtOnce()).isEqualTo(OF_8);
            assertThat(now.server.connections()).isEqualTo(1);
        }
    }
}
