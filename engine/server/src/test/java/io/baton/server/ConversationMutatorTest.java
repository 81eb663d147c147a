package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.BatonClient;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.engine.Transaction;
import io.baton.protocol.Answer;
import io.baton.protocol.FrameType;
import io.baton.storage.Row;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetric;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
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
    private static final int MANY_FRAMES_OF_ROUND = 25;
    private static final int LISTEN_MILLIS = 100;
    /** An account that the conversations cannot name. */
    private static final long OTHERS_ACCOUNT = 99;
    private static final int REACHED = 50;

    private final Map<String, Integer> outcomes = new TreeMap<>();

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

    private static long bytesOfBuffers() {
        final ByteBufAllocatorMetric metric = ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric();
        return metric.usedDirectMemory() + metric.usedHeapMemory();
    }

    /** Calls, alone and within transactions, until it is told to end; returns how often it has added a cent. */
    private static long bystander(TestServer server, AtomicBoolean done) {
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
            }
        }
        return cents;
    }

    private void say(TestServer server, SplittableRandom random, int framesOfRound) throws IOException {
        try (RawClient raw = new RawClient(server.server.address())) {
            // No socket stays behind that waits for its end.
            raw.socket.setSoLinger(true, 0);
            raw.hello();
            final Conversation conversation = new Conversation(random);
            raw.write(conversation.begin());
            for (int round = 1; round <= ROUNDS; round++) {
                final byte[] bytes = conversation.frames(framesOfRound);
                for (int at = 0; at < bytes.length;) {
                    final int length = Math.min(bytes.length - at, 1 + random.nextInt(bytes.length));
                    raw.write(Arrays.copyOfRange(bytes, at, at + length));
                    at += length;
                }
                if (round < ROUNDS || random.nextBoolean()) {
                    raw.write(RawClient.empty(FrameType.PING, -round));
                    listen(raw, conversation, -round);
                }
            }
        } catch (SocketException | EOFException e) {
            // The server has ended it.
        }
    }

    private void listen(RawClient raw, Conversation conversation, int last) throws IOException {
        raw.socket.setSoTimeout(LISTEN_MILLIS);
        try {
            for (RawClient.Came came = raw.read(); came.request() != last; came = raw.read()) {
                conversation.came(came);
                if (came.type() == FrameType.RESULT) {
                    outcomes.merge(Answer.read(came.body()).outcome().name(), 1, Integer::sum);
                } else {
                    outcomes.merge(came.type().name(), 1, Integer::sum);
                }
            }
        } catch (SocketTimeoutException e) {
            // A damaged frame has left the server waiting for its rest, or the next call for room.
            outcomes.merge("silence", 1, Integer::sum);
        }
    }

    private void run(int conversations, int framesOfRound) throws Exception {
        final long before = bytesOfBuffers();
        final AtomicBoolean done = new AtomicBoolean();
        try (TestServer server = new TestServer(options -> options.transactions(20, Duration.ofSeconds(10)))) {
            server.engine.register(new Rows(), List.class);
            server.engine.register(new Echo(), Object.class);
            server.engine.register(new Move(), Long.class);
            server.engine.register(new Quit(), Long.class);
            server.engine.register(new Mine(), Long.class);
            final CompletableFuture<Long> others =
                CompletableFuture.supplyAsync(() -> bystander(server, done), task -> Thread.ofVirtual().start(task));
            for (int seed = 0; seed < conversations && !others.isDone(); seed++) {
                try {
                    say(server, new SplittableRandom(seed), framesOfRound);
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
            assertThat(bytesOfBuffers() - before).isLessThan(64L << 20);
        }
    }

    @Test
    @Timeout(60)
    void strangeConversationsHarmNobody() throws Exception {
        run(150, 12);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void manyStrangeConversationsHarmNobody() throws Exception {
        run(10_000_000 / (ROUNDS * MANY_FRAMES_OF_ROUND), MANY_FRAMES_OF_ROUND);
    }
}
