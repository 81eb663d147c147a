package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.BatonClient;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.client.SharedSockets;
import io.baton.protocol.CallHeader;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.ValueCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each client has an order of its own, also if it shares its connection with others. */
@Timeout(30)
class OrderTest {

    private final TestServer server = new TestServer();
    private final SharedSockets sockets = new SharedSockets(1);
    private final BatonClient first = connect();
    private final BatonClient second = connect();

    private BatonClient connect() {
        return BatonClient.connect(server.options().share(sockets, "all", 4));
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
        server.close();
    }

    private static RemoteProcedure<Long> ordered(BatonClient client, String procedure) {
        return client.procedure(procedure, Long.class).ordered();
    }

    private static List<CompletableFuture<Long>> adds(BatonClient client, int account, int calls) {
        final List<CompletableFuture<Long>> sent = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            sent.add(ordered(client, "Add").callAsync(account, 1));
        }
        return sent;
    }

    private static List<Long> results(List<? extends CompletableFuture<Long>> calls) {
        return calls.stream().map(CompletableFuture::join).toList();
    }

    @Test
    void anOrderWaitsForItsOwnCallsAndForNobodyElses() throws InterruptedException {
        final CompletableFuture<Long> holds = ordered(first, "Hold").callAsync(1, 20_000);
        TestServer.await(() -> server.bank.holding.get() == 1);
        final List<CompletableFuture<Long>> behind = adds(first, 2, 5);
        assertThat(results(adds(second, 3, 50))).hasSize(50);
        assertThat(server.server.connections()).isEqualTo(1);
        assertThat(behind).noneMatch(CompletableFuture::isDone);
        assertThat(holds).isNotDone();
        server.bank.release();
        assertThat(results(behind)).isSorted();
        assertThat(holds.join()).isPositive();
    }

    /** The second client's first call waits for the lock of the first one's, and those behind it with it. */
    @Test
    void twoOrdersThatWantOneLockGoOnWhenItIsFree() throws InterruptedException {
        final CompletableFuture<Long> holds = ordered(first, "Hold").callAsync(1, 20_000);
        TestServer.await(() -> server.bank.holding.get() == 1);
        final List<CompletableFuture<Long>> firsts = adds(first, 1, 60);
        final List<CompletableFuture<Long>> seconds = adds(second, 1, 60);
        Thread.sleep(50);
        assertThat(seconds).noneMatch(CompletableFuture::isDone);
        server.bank.release();
        final List<Long> all = new ArrayList<>();
        for (final List<CompletableFuture<Long>> each : List.of(firsts, seconds)) {
            final List<Long> told = results(each);
            assertThat(told).isSorted().doesNotHaveDuplicates();
            all.addAll(told);
        }
        assertThat(all).doesNotHaveDuplicates();
        assertThat(Collections.max(all) - Collections.min(all)).isEqualTo(119);
        assertThat(holds.join()).isPositive();
    }

    /** With one order for the connection this would end with a timeout: each waits for the other. */
    @Test
    void whoHoldsLocksMayWaitForAnOrderWhileAnotherOneWaitsForTheseLocks() throws InterruptedException {
        try (RemoteTransaction holder = second.begin()) {
            second.procedure("Add", Long.class).in(holder).call(7, 1);
            final List<CompletableFuture<Long>> waiting = adds(first, 7, 10);
            Thread.sleep(50);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            assertThat(results(adds(second, 8, 10))).isSorted();
            holder.commit();
            assertThat(results(waiting)).isSorted();
        }
    }

    @Test
    void anOrderHasANumberAndIsNotWithinATransaction() throws IOException {
        for (final int transaction : new int[] {0, 5}) {
            try (RawClient raw = new RawClient(server.server.address())) {
                raw.hello().describe("Add");
                raw.write(RawClient.frame(FrameType.CALL, 3,
                    Frame.ORDERED | (transaction == 0 ? 0 : Frame.IN_TRANSACTION), body -> {
                        new CallHeader(1, 0, 0, null, transaction, transaction, null, 2).write(body);
                        if (transaction == 0) {
                            // As its order.
                            body.setIntLE(body.writerIndex() - Short.BYTES, 0).writeShortLE(0).writeShortLE(2);
                        }
                        ValueCodec.write(body, 1L);
                        ValueCodec.write(body, 1L);
                    }));
                assertThat(raw.isClosed()).isTrue();
            }
        }
        assertThat(server.log).hasSize(2).anyMatch(line -> line.endsWith("has sent a call in order 0"))
            .anyMatch(line -> line.contains("a call in order 5 within a transaction"));
    }

    /** Of 3 calls that the server takes at once each client needs one: no more than three have a connection. */
    @Test
    void aConnectionHasNoMoreClientsThanTheServerTakesCalls() {
        try (TestServer narrow = new TestServer(options -> options.callsPerConnection(3))) {
            final List<CompletableFuture<BatonClient>> connecting = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                connecting.add(CompletableFuture.supplyAsync(
                    () -> BatonClient.connect(narrow.options().share(sockets, narrow, 16)),
                    task -> Thread.ofVirtual().start(task)));
            }
            final List<BatonClient> clients = connecting.stream().map(CompletableFuture::join).toList();
            assertThat(narrow.server.connections()).isEqualTo(11);
            final List<? extends CompletableFuture<Long>> calls =
                clients.stream().map(client -> client.procedure("Add", Long.class).callAsync(1, 1)).toList();
            assertThat(results(calls)).doesNotHaveDuplicates();
            assertThat(clients).allMatch(client -> client.callsAtOnce() == 1);
            clients.forEach(BatonClient::close);
        }
    }
}
