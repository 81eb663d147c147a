package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.Seeds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Whatever comes instead of a handshake ends its own lane, with one line at most, and nobody else notices. */
class TlsMutatorTest {

    private static final int PLAIN_EVERY = 16;

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    @TempDir
    private Path folder;

    @Test
    @Tag("thorough")
    @Timeout(30)
    void mutatedHandshakesEndTheirOwnLaneOnly() throws Exception {
        mutate(300);
    }

    @Test
    @Tag("slow")
    @Timeout(900)
    void manyMutatedHandshakes() throws Exception {
        mutate(100_000);
    }

    private void mutate(int inputs) throws Exception {
        final Random random = new Random(seeds.next());
        try (TlsFixture it = new TlsFixture(folder)) {
            final byte[] hello = ClientHello.bytes(it.encrypted(it.ours.forThisMachine("client")));
            final InetSocketAddress address =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), it.server.addresses().getFirst().port());
            for (int i = 0; i < inputs; i++) {
                try (SocketChannel channel = SocketChannel.open(address)) {
                    send(channel, i % PLAIN_EVERY == 0 ? garbage(random) : mutant(hello, random), random);
                    channel.shutdownOutput();
                    drain(channel);
                }
                it.awaitLanes(1);
                if (i % 20 == 0) {
                    it.checkWitness();
                }
            }
            it.checkWitness();
            // Lines come when lanes are gone already, so that those of one handshake can come within the next.
            assertThat(List.copyOf(it.log)).hasSizeLessThanOrEqualTo(inputs)
                .allSatisfy(line -> assertThat(line).doesNotContain("failed:").contains("no TLS"));
            assertThat(it.server.failure()).isNull();
        }
    }

    private static byte[] garbage(Random random) {
        final byte[] bytes = new byte[1 + random.nextInt(40_000)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] mutant(byte[] hello, Random random) {
        final byte[] bytes = hello.clone();
        final int mutations = random.nextInt(5);
        for (int i = 0; i < mutations; i++) {
            // Most of what decides is at the beginning.
            final int at = random.nextInt(random.nextBoolean() ? 12 : bytes.length);
            bytes[at] = (byte) random.nextInt();
        }
        return bytes;
    }

    /** In one piece or two. */
    private static void send(SocketChannel channel, byte[] bytes, Random random) {
        final int cut = random.nextBoolean() ? bytes.length : random.nextInt(bytes.length + 1);
        try {
            write(channel, ByteBuffer.wrap(bytes, 0, cut));
            write(channel, ByteBuffer.wrap(bytes, cut, bytes.length - cut));
        } catch (IOException e) {
            return; // The server has seen enough.
        }
    }

    private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static void drain(SocketChannel channel) {
        final ByteBuffer bytes = ByteBuffer.allocate(1 << 14);
        try {
            while (channel.read(bytes) >= 0) {
                bytes.clear();
            }
        } catch (IOException e) {
            return; // Closed all the same.
        }
    }
}
