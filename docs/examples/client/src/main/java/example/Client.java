package example;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteProcedure;
import java.util.concurrent.CompletableFuture;

/** Calls the procedures of a server. */
public final class Client {

    public static void main(String[] arguments) {
        try (BatonClient client = BatonClient.connect(ClientOptions.of("127.0.0.1:7432"))) {
            RemoteProcedure<Long> visit = client.procedure("Visit", Long.class);
            System.out.println(visit.call(8));                            // waits for the result
            CompletableFuture<Long> first = visit.callAsync(8), second = visit.callAsync(9);
            System.out.println(first.join() + " and " + second.join());   // both were under way at once
            client.procedure("Vist", Long.class).call(8);
        } catch (CallException e) {
            System.out.println(e.sqlState() + ": " + e.getMessage());
        }
    }
}
