package io.baton.lab.server.access;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import java.io.IOException;

/**
 * A client's process that is to be killed: a transaction of it holds the locks of two accounts for as long as it lives,
 * and other calls of it are always under way. All of them move money to and fro.
 */
final class VictimChild {

    private VictimChild() {
    }

    /** Calls on threads of its own; serves when it holds the locks, until its input ends. */
    static void run(String address, long first, Orders.Loop loop) throws IOException {
        final BatonClient client = BatonClient.connect(ClientOptions.of(address).name("victim"));
        final RemoteProcedure<Long> pay = client.procedure("SendPayment", Long.class);
        final RemoteTransaction transaction = client.begin();
        pay.in(transaction).call(first, first + 1, 0);
        Thread.ofPlatform().daemon().name("holder").start(() -> repeat(pay.in(transaction), first, first + 1));
        Thread.ofPlatform().daemon().name("caller").start(() -> repeat(pay, first + 2, first + 3));
        loop.serve(0, line -> "");
    }

    private static void repeat(RemoteProcedure<Long> pay, long one, long other) {
        try {
            while (true) {
                pay.call(one, other, 0);
                pay.call(other, one, 0);
            }
        } catch (CallException e) {
            // The server has ended first: there is no more to do.
            return;
        }
    }
}
