package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Route;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.testing.Seeds;
import java.io.IOException;
import java.nio.channels.Pipe;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever a lock server sends, at worst its lane is lost, and a client's request ends or is answered. */
class AnswerMutatorTest {

    private static final int MEMORY_BYTES = 4096;
    /** Less than a frame's length. */
    private static final long READ_BYTES_MAX = 16 * 1024;
    private static final long READ_BYTES_MEAN_MAX = 2_000;

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    private final InProcessFabric memory = new InProcessFabric(MEMORY_BYTES, WaitPolicy.adaptive(1));
    private final List<String> log = new ArrayList<>();
    private final Lanes lanes = new Lanes(MEMORY_BYTES,
        LockServerOptions.of(Thread.ofPlatform().factory(), new Random(1), log::add));
    private final Executor executor = new Executor(memory, 1, failure -> fail(failure));

    @Test
    @Tag("thorough")
    @Timeout(60)
    void mutatedAnswersLoseTheirLaneOnly() throws IOException {
        mutate(30_000);
    }

    @Test
    @Tag("slow")
    @Timeout(900)
    void aMillionMutatedAnswers() throws IOException {
        mutate(1_000_000);
    }

    private void mutate(int inputs) throws IOException {
        final Random random = new Random(seeds.next());
        final AllocatedBytes allocated = new AllocatedBytes(READ_BYTES_MAX, READ_BYTES_MEAN_MAX);
        try (Link witness = new Link()) {
            int lost = 0;
            int answered = 0;
            Link link = new Link();
            for (int i = 0; i < inputs; i++) {
                link.ask(random);
                allocated.begin();
                link.lane.read();
                allocated.end(i, inputs);
                if (link.ends()) {
                    answered++;
                } else {
                    lost++;
                    link.close();
                    link = new Link();
                }
                if (i % 100 == 0) {
                    witness.works();
                }
            }
            link.close();
            assertThat(lost).as("lanes lost of %d", inputs).isGreaterThan(inputs / 20);
            assertThat(answered).as("requests answered of %d", inputs).isGreaterThan(inputs / 20);
            allocated.assertBounds();
        } finally {
            executor.stop();
            memory.close();
        }
    }

    /** A client's lane to the lock server, both of this thread. */
    private final class Link implements AutoCloseable {

        private final Deque<UnsafeBuffer> toServer = new ArrayDeque<>();
        private final Deque<UnsafeBuffer> toClient = new ArrayDeque<>();
        private final Pipe pipe = Pipe.open();
        private final MemoryCarrier client;
        private final MemoryCarrier serverCarrier = new MemoryCarrier(null, toClient);
        private final ServerLane server;
        private final ClientLane lane;
        private final WireFabric fabric;
        private final Endpoint endpoint;
        private final VerbBatch batch = new VerbBatch();
        /** What the server has answered to the last request, as it was. */
        private final List<UnsafeBuffer> answers = new ArrayList<>();

        Link() throws IOException {
            pipe.source().configureBlocking(false);
            client = new MemoryCarrier(pipe.source(), toServer);
            assertThat(lanes.admitLane()).isTrue();
            server = new ServerLane(executor, serverCarrier, lanes, "of the test", 0);
            final EndpointTable endpoints = new EndpointTable();
            lane = new ClientLane(0, WireAddress.parse("unix:/of-the-test"), client, endpoints,
                SystemNanoClock.INSTANCE, Thread.ofPlatform().daemon().factory());
            serverCarrier.send(Frames.hello());
            exchange();
            answers.forEach(client::send);
            lane.read();
            fabric = new WireFabric(List.of(lane), endpoints, SystemNanoClock.INSTANCE);
            endpoint = fabric.connect();
            batch.add(new ReadPair().at(16));
            batch.add(new ExtCas().at(32).swapLow(0xF0, 0x30)).stopUnless(0xFF, 0);
            exchange();
        }

        /** The server takes what it was sent, and answers. */
        private void exchange() {
            toServer.forEach(serverCarrier::send);
            toServer.clear();
            server.turn(false);
            assertThat(log).as("what the lock server has to complain of").isEmpty();
            answers.clear();
            answers.addAll(toClient);
            toClient.clear();
        }

        /** Asks for verbs, and for what brings frames of other types; one of them is another one when it arrives. */
        void ask(Random random) {
            endpoint.receive((buffer, offset, length) -> {});
            endpoint.post(batch);
            final int number = Route.queuePair(endpoint.route());
            if (random.nextBoolean()) {
                serverCarrier.send(Frames.send(number, endpoint.route(), 1 + random.nextInt(64)));
            }
            if (random.nextBoolean()) {
                serverCarrier.send(Frames.watch(number, 0, 0, 0));
            }
            exchange();
            final int other = random.nextInt(answers.size());
            for (int i = 0; i < answers.size(); i++) {
                final UnsafeBuffer copy = new UnsafeBuffer(answers.get(i).byteArray().clone());
                client.send(i == other ? FrameMutatorTest.mutated(copy, random) : copy);
            }
        }

        /** The true answers come, too, unless the lane is lost; returns whether it is not. */
        boolean ends() {
            if (!lane.isLost()) {
                answers.forEach(client::send);
                lane.read();
            }
            if (lane.isLost()) {
                assertThatThrownBy(() -> endpoint.await(batch)).isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("is lost: ").hasMessageMatching("[^\n]+");
                return false;
            }
            try {
                endpoint.await(batch);
                return true;
            } catch (ConnectionLostException refused) {
                return false;
            }
        }

        /** Without mutants. */
        void works() {
            endpoint.post(batch);
            exchange();
            answers.forEach(client::send);
            lane.read();
            endpoint.await(batch);
            assertThat(lane.isLost()).isFalse();
        }

        @Override
        public void close() throws IOException {
            fabric.close();
            serverCarrier.closed = true;
            server.turn(false);
            pipe.source().close();
            pipe.sink().close();
        }
    }
}
