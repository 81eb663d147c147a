package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Endpoint;
import io.baton.fabric.ReadPair;
import io.baton.fabric.SendStatus;
import io.baton.fabric.VerbBatch;
import io.baton.testing.Certificates;
import io.baton.wire.frame.WireLimits;
import io.baton.wire.tls.LaneSecurity;
import io.baton.wire.tls.LaneTls;
import io.baton.wire.tls.LaneTlsFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lanes over TCP are encrypted, and only who shows a certificate of the right authority gets one. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TlsTest {

    private static final int REFUSED = 5;

    @TempDir
    private Path folder;
    private TlsFixture it;

    @BeforeEach
    void start() throws Exception {
        it = new TlsFixture(folder);
    }

    @AfterEach
    void end() throws Exception {
        it.close();
    }

    @Test
    void verbsBatchesAndNoticesGoThroughTls() throws Exception {
        final LaneSecurity security = it.encrypted(it.ours.forThisMachine("client"));
        final Endpoint sender = it.connect(it.server, security).connect();
        final Endpoint receiver = it.connect(it.server, security).connect();
        final VerbBatch batch = new VerbBatch();
        final List<ReadPair> reads = new ArrayList<>();
        for (int i = 0; i < VerbBatch.VERBS_MAX; i++) {
            sender.writeWord(1024 + 16L * i, i);
            reads.add(new ReadPair().at(1024 + 16L * i));
            batch.add(reads.get(i));
        }
        for (int round = 0; round < 50; round++) {
            sender.execute(batch);
            assertThat(reads.getLast().oldLow()).isEqualTo(VerbBatch.VERBS_MAX - 1);
        }
        final UnsafeBuffer notice = new UnsafeBuffer(new byte[Endpoint.NOTICE_BYTES_MAX]);
        for (int i = 0; i < 1000; i++) {
            notice.putInt(0, i);
            final int sent = i;
            assertThat(sender.send(receiver.route(), notice, 0, notice.capacity())).isEqualTo(SendStatus.SENT);
            receiver.awaitNotice(Endpoint.NO_DEADLINE);
            receiver.receive((buffer, offset, length) -> assertThat(buffer.getInt(offset)).isEqualTo(sent));
        }
        assertThat(it.log).isEmpty();
    }

    @Test
    void whatGoesOverTheWireCannotBeRead() throws Exception {
        try (TcpTap tap = new TcpTap(it.server.addresses().getFirst().port())) {
            final long secret = 0x5345_4352_4554_2121L;
            final Endpoint endpoint =
                it.connect("tcp:127.0.0.1:" + tap.port(), it.encrypted(it.ours.forThisMachine("client"))).connect();
            endpoint.writeWord(8, secret);
            assertThat(endpoint.readWord(8)).isEqualTo(secret);
            assertThat(tap.contains(secret)).isFalse();
            final LockServer plain = it.server(LaneSecurity.loopbackOnly(), "tcp:127.0.0.1:0");
            try (TcpTap open = new TcpTap(plain.addresses().getFirst().port())) {
                it.connect("tcp:127.0.0.1:" + open.port(), LaneSecurity.loopbackOnly()).connect().writeWord(8, secret);
                assertThat(open.contains(secret)).as("the tap sees what is not encrypted").isTrue();
            }
        }
    }

    @Test
    void whoShowsNoCertificateOfTheAuthorityIsRefused() throws Exception {
        // It knows the server's authority, but not the other way round: the JDK then shows nothing at all.
        refused(it.server, it.encrypted(it.theirs.forThisMachine("stranger")),
            "the lock server does not accept the certificate of this process", "it has shown no certificate");
    }

    @Test
    void whoShowsAnExpiredCertificateIsRefused() throws Exception {
        refused(it.server, it.encrypted(it.ours.expired("old")),
            "the lock server does not accept the certificate of this process", "its certificate has expired");
    }

    /** Sessions of TLS are resumed without a look at the certificate. */
    @Test
    @Tag("thorough")
    void whoConnectsAgainAndAgainIsRefusedOnceItsCertificateHasExpired() throws Exception {
        final Instant end = Instant.now().plusSeconds(4).truncatedTo(ChronoUnit.SECONDS);
        final LaneSecurity security = it.encrypted(it.ours.until(end, "short"));
        int connected = 0;
        boolean refused = false;
        while (!refused) {
            final Instant before = Instant.now();
            try (WireFabric again = it.connect(it.server, security)) {
                assertThat(again.connect().faa(8, 1)).isNotNegative();
                assertThat(before).isBeforeOrEqualTo(end);
                connected++;
            } catch (UncheckedIOException e) {
                refused = true;
                assertThat(Instant.now()).isAfter(end);
                assertThat(e).hasMessageContaining("the lock server does not accept the certificate of this process");
            }
        }
        assertThat(connected).as("lanes before its end").isPositive();
    }

    @Test
    void aClientWithoutTlsIsToldThatTheServerWantsIt() throws Exception {
        refused(it.server, LaneSecurity.loopbackOnly(), "it wants TLS", "it has sent something else");
    }

    @Test
    void aClientWithTlsIsToldThatTheServerMayHaveNone() throws Exception {
        refused(it.server(LaneSecurity.loopbackOnly(), "tcp:127.0.0.1:0"),
            it.encrypted(it.ours.forThisMachine("client")), "it may have no TLS", "the beginning of TLS");
    }

    @Test
    void aServerOfAnotherAuthorityIsRefused() throws Exception {
        refused(it.server(it.encrypted(it.theirs.forThisMachine("impostor")), "tcp:127.0.0.1:0"),
            it.encrypted(it.ours.forThisMachine("client")), "not signed by an authority that this process trusts",
            "it does not accept the lock server's certificate");
    }

    @Test
    void aServerWithTheCertificateOfAnotherHostIsRefusedUnlessThatIsExpected() throws Exception {
        final LockServer other = it.server(it.encrypted(it.ours.forAnotherMachine("other")), "tcp:127.0.0.1:0");
        final Certificates.Pair client = it.ours.forThisMachine("client");
        refused(other, it.encrypted(client), "the lock server's certificate is for another host than 127.0.0.1",
            "it does not accept the lock server's certificate");
        final LaneTls tls = LaneTls.open(new LaneTlsFiles(client.certificate(), client.key(), it.ours.ca));
        assertThat(it.connect(other, LaneSecurity.encrypted(tls.host("db.example.org"))).connect().faa(8, 1)).isZero();
    }

    @Test
    void anExpiredServerIsRefused() throws Exception {
        refused(it.server(it.encrypted(it.ours.expired("old")), "tcp:127.0.0.1:0"),
            it.encrypted(it.ours.forThisMachine("client")), "the lock server's certificate has expired",
            "it does not accept the lock server's certificate");
    }

    private void refused(LockServer server, LaneSecurity security, String atClient, String inLog) {
        it.log.clear();
        for (int i = 0; i < REFUSED; i++) {
            assertThatThrownBy(() -> it.connect(server, security)).isInstanceOf(UncheckedIOException.class)
                .hasMessageContainingAll("no lane to tcp:127.0.0.1:", atClient);
        }
        TlsFixture.awaitLanes(server, server == it.server ? 1 : 0, it.log);
        // A lane's line comes when the lane is gone.
        while (it.log.size() < REFUSED) {
            Thread.onSpinWait();
        }
        assertThat(it.log).hasSize(REFUSED).allSatisfy(line -> assertThat(line).contains("from 127.0.0.1:", inLog));
        it.checkWitness();
    }

    /** It takes no thread, and its place is free again after the limit. */
    @Test
    @Tag("thorough")
    void whoStallsInTheHandshakeIsDropped() throws Exception {
        final long threads = serverThreads();
        final List<SocketChannel> stalled = new ArrayList<>();
        final byte[] hello = ClientHello.bytes(it.encrypted(it.ours.forThisMachine("client")));
        for (final int bytes : new int[] {0, 1, 4, 5, 60, hello.length - 1, hello.length}) {
            final SocketChannel channel = SocketChannel.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), it.server.addresses().getFirst().port()));
            channel.write(ByteBuffer.wrap(hello, 0, bytes));
            stalled.add(channel);
        }
        it.awaitLanes(1 + stalled.size());
        it.checkWitness();
        assertThat(serverThreads()).as("threads of the servers").isEqualTo(threads);
        it.later.set(WireLimits.HANDSHAKE_NANOS_MAX + 1);
        it.awaitLanes(1);
        it.checkWitness();
        assertThat(it.log).hasSize(stalled.size())
            .allSatisfy(line -> assertThat(line).contains("did not say who it is in time"));
        for (final SocketChannel each : stalled) {
            each.close();
        }
    }

    private static long serverThreads() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("tls-server-"))
            .count();
    }

    @Test
    void withoutTlsOtherMachinesAreRefusedUnlessAllowed() throws Exception {
        assertThatThrownBy(() -> it.server(LaneSecurity.loopbackOnly(), "tcp:0.0.0.0:0"))
            .isInstanceOf(UncheckedIOException.class).hasMessageContaining("without TLS only this machine");
        final Certificates.Pair pair = it.ours.forThisMachine("wide");
        final LockServer wide = it.server(it.encrypted(pair), "tcp:0.0.0.0:0");
        final String local = "tcp:localhost:" + wide.addresses().getFirst().port();
        assertThat(it.connect(local, it.encrypted(pair)).connect().faa(8, 1)).isZero();
        final LockServer open = it.server(LaneSecurity.insecure(), "tcp:0.0.0.0:0");
        assertThat(it.connect("tcp:0.0.0.0:" + open.addresses().getFirst().port(), LaneSecurity.insecure()).connect()
            .faa(8, 1)).isOne();
        assertThatThrownBy(() -> it.connect(
            "tcp:0.0.0.0:" + open.addresses().getFirst().port(), LaneSecurity.loopbackOnly()))
            .hasMessageContaining("without TLS only this machine");
    }

    @Test
    void renewedFilesHoldForNewLanesAndOldLanesStay() throws Exception {
        final Certificates.Pair first = it.ours.expired("renewed");
        final LaneTls tls = LaneTls.open(new LaneTlsFiles(first.certificate(), first.key(), it.ours.ca));
        assertThat(tls.refresh()).isFalse();
        final LockServer server = it.server(LaneSecurity.encrypted(tls), "tcp:127.0.0.1:0");
        final LaneSecurity client = it.encrypted(it.ours.forThisMachine("client"));
        assertThatThrownBy(() -> it.connect(server, client)).hasMessageContaining("has expired");
        final Certificates.Pair next = it.ours.forThisMachine("next");
        Files.copy(next.key(), first.key(), StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(tls::refresh).isInstanceOf(IOException.class)
            .hasMessageContaining("is not the key of the certificate of CN=renewed");
        Files.copy(next.certificate(), first.certificate(), StandardCopyOption.REPLACE_EXISTING);
        assertThat(tls.refresh()).isTrue();
        assertThat(it.connect(server, client).connect().faa(8, 1)).isZero();
        it.checkWitness();
    }

    @Test
    void filesThatAreNoneAreToldInOneSentence() throws Exception {
        final Certificates.Pair good = it.ours.forThisMachine("good");
        final Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing");
        final Path missing = folder.resolve("missing.pem");
        final Path damaged = Files.writeString(folder.resolve("damaged.key"),
            "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        wrong(new LaneTlsFiles(missing, good.key(), it.ours.ca), "there is no file " + missing);
        wrong(new LaneTlsFiles(empty, good.key(), it.ours.ca), "BEGIN CERTIFICATE");
        wrong(new LaneTlsFiles(good.certificate(), good.certificate(), it.ours.ca), "holds no private key");
        wrong(new LaneTlsFiles(good.certificate(), damaged, it.ours.ca), "damaged");
        wrong(new LaneTlsFiles(good.certificate(), good.key(), empty), "BEGIN CERTIFICATE");
        wrong(new LaneTlsFiles(good.certificate(), it.ours.forThisMachine("other").key(), it.ours.ca),
            "is not the key of the certificate of CN=good");
    }

    private static void wrong(LaneTlsFiles files, String why) {
        assertThatThrownBy(() -> LaneTls.open(files)).isInstanceOf(IOException.class).hasMessageContaining(why);
    }
}
