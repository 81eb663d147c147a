package io.baton.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever a server sends, each call of a client ends: with a result, or with an exception that says how. */
class StrangeServerTest {

    private static final int CALLS = 20;
    /** About so many frames of the server. */
    private static final int FRAMES_OF_SEED = 25;
    private static final int MANY_FRAMES = 1_000_000;
    private static final int WAIT_SECONDS = 20;
    private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** All buffers of both sides, counted to the byte. */
    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true);
    private long results;
    private long failures;

    private void run(int seeds) throws Exception {
        try (StrangeServer server = new StrangeServer("strange", buffers);
            ClientThreads threads = ClientThreads.start(1, true)) {
            for (int seed = 0; seed < seeds; seed++) {
                server.begin(seed);
                try {
                    talk(threads, new SplittableRandom(seed));
                } catch (Throwable e) {
                    throw new AssertionError("seed " + seed, e);
                }
            }
            assertThat(server.frames.get()).isGreaterThan(seeds * 10L);
            assertThat(server.damaged.get()).isGreaterThan(seeds);
            awaitZero(server.open::get);
            assertThat(server.open).as("connections that are open although all clients were closed").hasValue(0);
        }
        assertThat(results).isGreaterThan(seeds * 3L);
        assertThat(failures).isGreaterThan(seeds);
        awaitZero(this::bytesOfBuffers);
        assertThat(bytesOfBuffers()).as("bytes of buffers that nobody has freed").isZero();
    }

    private long bytesOfBuffers() {
        return buffers.metric().usedDirectMemory() + buffers.metric().usedHeapMemory();
    }

    /** What was closed may need a moment to be gone. */
    private static void awaitZero(LongSupplier count) throws InterruptedException {
        final long begin = System.nanoTime();
        while (count.getAsLong() != 0 && System.nanoTime() - begin < GONE_NANOS) {
            Thread.sleep(1);
        }
    }

    private void talk(ClientThreads threads, SplittableRandom random) throws Exception {
        final BatonClient client;
        try {
            final ClientOptions options = ClientOptions.embedded("strange").threads(threads);
            options.allocator = buffers;
            client = BatonClient.connect(options);
        } catch (CallRefusedException e) {
            failures++;
            return;
        }
        final List<CompletableFuture<?>> asked = new ArrayList<>();
        try (client) {
            @Nullable
            RemoteTransaction transaction = null;
            for (int i = 0; i < CALLS; i++) {
                final RemoteProcedure<Object> procedure =
                    client.procedure("P" + random.nextInt(3), Object.class).pageRows(1 + random.nextInt(3));
                switch (random.nextInt(10)) {
                    case 0 -> asked.add(client.procedureNamesAsync());
                    case 1 -> asked.add(procedure.describeAsync());
                    case 2 -> asked.add(client.ping());
                    case 3 -> asked.add(procedure.keyed(client.newKey()).callAsync(1L));
                    case 4 -> asked.add(client.listProcedure("P", Long.class).ordered().callAsync());
                    case 5, 6 -> transaction = next(client, transaction, asked);
                    case 7 -> asked.add(transaction == null ? procedure.callAsync()
                        : procedure.in(transaction).callAsync("x"));
                    default -> {
                        final CallFuture<Object> call = procedure.callAsync(i, "a");
                        asked.add(call);
                        if (random.nextInt(5) == 0) {
                            call.end();
                        } else if (random.nextInt(8) == 0) {
                            call.cancel(true);
                        }
                    }
                }
                if (!asked.isEmpty() && random.nextInt(3) == 0) {
                    end(asked.getLast());
                }
            }
            for (final CompletableFuture<?> call : asked) {
                end(call);
            }
        }
    }

    /** Ends the transaction, or begins one; null if there is none now. */
    private static @Nullable RemoteTransaction next(BatonClient client, @Nullable RemoteTransaction transaction,
            List<CompletableFuture<?>> asked) throws Exception {
        if (transaction != null) {
            asked.add(transaction.commitAsync());
            return null;
        }
        try {
            return client.beginAsync().get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(CallException.class);
            return null;
        }
    }

    private void end(CompletableFuture<?> call) throws InterruptedException, TimeoutException {
        try {
            call.get(WAIT_SECONDS, TimeUnit.SECONDS);
            results++;
        } catch (CancellationException e) {
            failures++;
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(CallException.class);
            failures++;
        }
    }

    @Test
    @Tag("thorough")
    @Timeout(60)
    void eachCallEndsWhateverTheServerSends() throws Exception {
        run(300);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void eachOfManyCallsEndsWhateverTheServerSends() throws Exception {
        run(MANY_FRAMES / FRAMES_OF_SEED);
    }
}
