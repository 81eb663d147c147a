package io.baton.server;

import io.baton.client.BatonClient;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteProcedure;

/** A process that calls until it is killed: some calls hold locks, others come and go. */
final class KilledClient {

    private KilledClient() {
    }

    /** Takes the server's address. */
    @SuppressWarnings("FutureReturnValueIgnored")
    public static void main(String[] arguments) {
        final BatonClient client = BatonClient.connect(ClientOptions.of(arguments[0]));
        final RemoteProcedure<Long> hold = client.procedure("Hold", Long.class);
        for (int id = 0; id < 10; id++) {
            hold.callAsync(id, 60_000);
        }
        final RemoteProcedure<Long> transfer = client.procedure("Transfer", Long.class);
        for (int i = 0;; i++) {
            transfer.call(20 + i % 50, 20 + (i + 1) % 50, 1);
        }
    }
}
