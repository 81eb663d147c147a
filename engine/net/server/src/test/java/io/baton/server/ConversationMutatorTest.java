package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.BatonClient;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.engine.Transaction;
import io.baton.protocol.Answer;
import io.baton.protocol.FrameType;
import io.baton.storage.Row;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalIoHandler;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Clients that begin, commit, fetch, cancel and repeat what they like, in any order: the server answers or ends the
 * connection with a sentence, others are answered rightly meanwhile, and at the end no lock is held.
 */
public class ConversationMutatorTest {

    private static final int ROUNDS = 4;
    private static final int FRAMES_OF_ROUND = 12;
    private static final int MANY_FRAMES_OF_ROUND = 25;
    private static final int MANY_INPUTS = 1_000_000;
    private static final int MANY_PAUSE_MILLIS = 5;
    private static final int WELCOME_MILLIS = 10_000;
    private static final int LISTEN_MILLIS = 100;
    /** After its last connection has ended a server may still have buffers that its loop is about to free. */
    private static final long FREED_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** An account that the conversations cannot name. */
    private static final long OTHERS_ACCOUNT = 99;
    private static final int REACHED = 50;

    private final Map<String, Integer> outcomes = new TreeMap<>();
    /** The buffers of a server's connections, counted to the byte. */
    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true);

    /** So many rows, which cost nothing until they are sent. */
    public static final class Rows {
        public List<Long> run(Transaction transaction, int count) {
            final int size = count & 0x3ff;
            return new AbstractList<>() {
                @Override
                public Long get(int index) {
                    return (long) index;
                }

                @Override
                public int size() {
                    return size;
                }
            };
        }
    }

    /** Gives back what it is given. */
    public static final class Echo {
        public @Nullable Object run(Transaction transaction, @Nullable Object value) {
            return value;
        }
    }

    /** Changes one of the first accounts. */
    public static final class Move {
        public long run(Transaction transaction, long id, long cents) {
            return add(transaction, Math.floorMod(id, REACHED), cents % 1_000);
        }
    }

    /** Gives up. */
    public static final class Quit {
        @SuppressWarnings("DoNotCallSuggester") // Giving up is what it is called for.
        public long run(Transaction transaction, String why) {
            throw transaction.abort(why);
        }
    }

    /** Changes the account that nobody else changes. */
    public static final class Mine {
        public long run(Transaction transaction) {
            return add(transaction, OTHERS_ACCOUNT, 1);
        }
    }

    private static long add(Transaction transaction, long id, long cents) {
        final Row row = transaction.update(Bank.ACCOUNT, Bank.ACCOUNT.key(id));
        row.set(Bank.BALANCE, row.get(Bank.BALANCE) + cents);
        return row.get(Bank.BALANCE);
    }

    /** A way to connect to a server. */
    private interface Dialling {
        Line dial() throws IOException;
    }

    private long bytesOfBuffers() {
        return buffers.metric().usedDirectMemory() + buffers.metric().usedHeapMemory();
    }

    /**
     * Calls, alone and within transactions, until it is told to end; returns how often it has added a cent.
     *
     * @param pauseMillis between one look at the server and the next
     */
    private static long bystander(TestServer server, AtomicBoolean done, int pauseMillis) throws InterruptedException {
        long cents = 0;
        try (BatonClient client = server.connect()) {
            final RemoteProcedure<Long> mine = client.procedure("Mine", Long.class);
            final RemoteProcedure<Object> echo = client.procedure("Echo", Object.class);
            for (long i = 0; !done.get() || i < 10; i++) {
                assertThat(echo.call(i)).isEqualTo(i);
                assertThat(mine.keyed(client.newKey()).call()).isEqualTo(Bank.CENTS + ++cents);
                final RemoteTransaction transaction = client.begin();
                assertThat(mine.in(transaction).call()).isEqualTo(Bank.CENTS + ++cents);
                transaction.commit();
                Thread.sleep(pauseMillis);
            }
        }
        return cents;
    }

    private void say(Dialling dialling, SplittableRandom random, int framesOfRound) throws IOException {
        try (Line line = dialling.dial()) {
            line.write(RawClient.greeting(1 << 20));
            assertThat(line.read(WELCOME_MILLIS).type()).isEqualTo(FrameType.WELCOME);
            final Conversation conversation = new Conversation(random);
            line.write(conversation.begin());
            boolean heard = true;
            for (int round = 1; round <= ROUNDS && heard; round++) {
                final byte[] bytes = conversation.frames(framesOfRound);
                for (int at = 0; at < bytes.length;) {
                    final int length = Math.min(bytes.length - at, 1 + random.nextInt(bytes.length));
                    line.write(Arrays.copyOfRange(bytes, at, at + length));
                    at += length;
                }
                if (round < ROUNDS || random.nextBoolean()) {
                    line.write(RawClient.empty(FrameType.PING, -round));
                    heard = hears(line, conversation, -round);
                }
            }
        } catch (SocketException | EOFException e) {
            // The server has ended it.
        }
    }

    /** Returns whether the last answer has come: a damaged frame may leave the server waiting for its rest. */
    private boolean hears(Line line, Conversation conversation, int last) throws IOException {
        try {
            for (RawClient.Came came = line.read(LISTEN_MILLIS); came.request() != last;
                came = line.read(LISTEN_MILLIS)) {
                conversation.came(came);
                if (came.type() == FrameType.RESULT) {
                    outcomes.merge(Answer.read(came.body()).outcome().name(), 1, Integer::sum);
                } else {
                    outcomes.merge(came.type().name(), 1, Integer::sum);
                }
            }
            return true;
        } catch (SocketTimeoutException e) {
            outcomes.merge("silence", 1, Integer::sum);
            return false;
        }
    }

    private ServerOptions options(ServerOptions base) {
        base.allocator = buffers;
        return base.transactions(20, Duration.ofSeconds(10));
    }

    private void overSockets(int conversations, int framesOfRound, int pauseMillis) throws Exception {
        try (TestServer server = new TestServer(this::options)) {
            run(server, () -> {
                final RawClient raw = new RawClient(server.server.address());
                // No socket stays behind that waits for its end.
                raw.socket.setSoLinger(true, 0);
                return raw;
            }, conversations, framesOfRound, pauseMillis);
        }
        checkFreed();
    }

    private void inMemory(int conversations, int framesOfRound, int pauseMillis) throws Exception {
        final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, LocalIoHandler.newFactory());
        try (TestServer server = new TestServer("conversations", this::options)) {
            run(server, () -> new MemoryLine(loop, "conversations", buffers), conversations, framesOfRound,
                pauseMillis);
        } finally {
            loop.shutdownGracefully(20, 1_000, TimeUnit.MILLISECONDS).syncUninterruptibly();
        }
        checkFreed();
    }

    /** The server has ended. */
    private void checkFreed() throws InterruptedException {
        final long begin = System.nanoTime();
        while (bytesOfBuffers() > 0 && System.nanoTime() - begin < FREED_NANOS) {
            Thread.sleep(1);
        }
        assertThat(bytesOfBuffers()).as("bytes of buffers that nobody has freed").isZero();
    }

    private void run(TestServer server, Dialling dialling, int conversations, int framesOfRound, int pauseMillis)
            throws Exception {
        final AtomicBoolean done = new AtomicBoolean();
        server.engine.register(new Rows(), List.class);
        server.engine.register(new Echo(), Object.class);
        server.engine.register(new Move(), Long.class);
        server.engine.register(new Quit(), Long.class);
        server.engine.register(new Mine(), Long.class);
        final CompletableFuture<Long> others = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                others.complete(bystander(server, done, pauseMillis));
            } catch (Throwable e) {
                others.completeExceptionally(e);
            }
        });
        for (int seed = 0; seed < conversations && !others.isDone(); seed++) {
            try {
                say(dialling, new SplittableRandom(seed), framesOfRound);
                assertThat(server.log).as("a sentence for each end").allSatisfy(
                    line -> assertThat(line).startsWith("connection of ").doesNotContain("Exception", "Error"));
                server.log.clear();
            } catch (Throwable e) {
                done.set(true);
                throw new AssertionError("seed " + seed, e);
            }
        }
        done.set(true);
        final long cents = others.get();
        TestServer.await(() -> server.server.connections() == 0 && server.server.transactions().count() == 0);
        try (BatonClient client = server.connect()) {
            final RemoteProcedure<Long> add = client.procedure("Add", Long.class).within(Duration.ofSeconds(5));
            for (int id = 0; id < Bank.ACCOUNTS; id++) {
                add.call(id, 0);
            }
            assertThat(add.call(OTHERS_ACCOUNT, 0)).isEqualTo(Bank.CENTS + cents);
        }
        // What was said had some sense.
        assertThat(outcomes).containsKeys("ABORTED_BY_PROCEDURE", "ABORTED_BY_SYSTEM", "REFUSED", "LISTING");
        assertThat(outcomes.getOrDefault("COMMITTED", 0)).isGreaterThan(conversations);
        assertThat(outcomes.getOrDefault("PAGE", 0)).isPositive();
    }

    @Test
    @Timeout(60)
    void strangeConversationsHarmNobody() throws Exception {
        overSockets(150, FRAMES_OF_ROUND, 0);
    }

    @Test
    @Timeout(60)
    void strangeConversationsWithinTheProcessHarmNobody() throws Exception {
        inMemory(150, FRAMES_OF_ROUND, 0);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void manyStrangeConversationsHarmNobody() throws Exception {
        overSockets(MANY_INPUTS / 10 / (ROUNDS * MANY_FRAMES_OF_ROUND), MANY_FRAMES_OF_ROUND, MANY_PAUSE_MILLIS);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void manyStrangeConversationsWithinTheProcessHarmNobody() throws Exception {
        inMemory(MANY_INPUTS / (ROUNDS * MANY_FRAMES_OF_ROUND), MANY_FRAMES_OF_ROUND, MANY_PAUSE_MILLIS);
    }
}
