package io.baton.wire.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.Certificates;
import io.baton.wire.carrier.TlsStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The executor that reads a lane does not wait for the arithmetic of its handshake, whatever the peer sends. */
@Timeout(value = 15, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HandshakeTest {

    private final CountDownLatch looks = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);
    private final ByteBuffer into = ByteBuffer.allocate(64);
    @TempDir
    private Path folder;

    @Test
    void bytesThatComeDuringTheArithmeticWaitForIt() throws Exception {
        try (SocketChannel client = SocketChannel.open(); SocketChannel accepted = accepted(client)) {
            final TlsStream server = server(accepted);
            final Thread peer = Thread.ofPlatform().daemon().start(() -> talk(client));
            read(server, looks);
            for (int i = 0; i < 100; i++) {
                assertThat(server.read(into)).isZero();
            }
            mayGoOn.countDown();
            while (into.position() < 1) {
                server.read(into);
                Thread.onSpinWait();
            }
            assertThat(into.get(0)).isEqualTo((byte) 42);
            peer.join();
        }
    }

    @Test
    void aLaneThatEndsDuringTheArithmeticDoesNotWaitForIt() throws Exception {
        try (SocketChannel client = SocketChannel.open(); SocketChannel accepted = accepted(client)) {
            final TlsStream server = server(accepted);
            Thread.ofPlatform().daemon().start(() -> talk(client));
            read(server, looks);
            server.close();
            assertThat(accepted.isOpen()).isFalse();
        } finally {
            mayGoOn.countDown();
        }
    }

    private void read(TlsStream server, CountDownLatch until) throws IOException {
        while (until.getCount() > 0) {
            assertThat(server.read(into)).isZero();
            Thread.onSpinWait();
        }
    }

    private static SocketChannel accepted(SocketChannel client) throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            client.connect(listener.getLocalAddress());
            client.configureBlocking(false);
            final SocketChannel accepted = listener.accept();
            accepted.configureBlocking(false);
            return accepted;
        }
    }

    /** Sends a byte at once behind its certificate. */
    private void talk(SocketChannel client) {
        try {
            final Certificates certificates = new Certificates(folder.resolve("client"));
            final Certificates.Pair own = certificates.forThisMachine("client");
            final SSLEngine engine = engine(own, certificates.ca, new TrustsAll());
            engine.setUseClientMode(true);
            final TlsStream stream = new TlsStream(client, engine, Runnable::run);
            stream.handshake(SystemNanoClock.INSTANCE, System.nanoTime() + TimeUnit.SECONDS.toNanos(20));
            final ByteBuffer word = ByteBuffer.wrap(new byte[] {42});
            while (word.hasRemaining() || stream.hasBacklog()) {
                stream.write(word);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Its look at the client's certificate takes until the test lets it go on. */
    private TlsStream server(SocketChannel accepted) throws Exception {
        final Certificates certificates = new Certificates(folder.resolve("server"));
        final SSLEngine engine = engine(certificates.forThisMachine("server"), certificates.ca, new Slow());
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(true);
        return new TlsStream(accepted, engine, task -> Thread.ofPlatform().daemon().start(task));
    }

    private static SSLEngine engine(Certificates.Pair own, Path ca, TrustManager trust) throws Exception {
        final LaneTlsFiles files = new LaneTlsFiles(own.certificate(), own.key(), ca);
        final KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(files.own(files.read()), new char[0]);
        final SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keys.getKeyManagers(), new TrustManager[] {trust}, null);
        return context.createSSLEngine();
    }

    private static class TrustsAll extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
            checkClientTrusted(chain, type);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            checkServerTrusted(chain, type);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            checkClientTrusted(chain, type);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            checkServerTrusted(chain, type);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            assertThat(chain).isNotEmpty();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            assertThat(chain).isNotEmpty();
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    private final class Slow extends TrustsAll {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            super.checkClientTrusted(chain, type);
            looks.countDown();
            try {
                assertThat(mayGoOn.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
