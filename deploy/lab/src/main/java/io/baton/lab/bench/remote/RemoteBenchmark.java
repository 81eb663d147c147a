package io.baton.lab.bench.remote;

import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Measures lock pairs of clients in processes of their own, at lock servers that run already. */
public final class RemoteBenchmark {

    private RemoteBenchmark() {
    }

    /**
     * Measures a case. The processes begin together, when all are connected.
     *
     * @param given what to measure
     * @param security how lanes over TCP are protected
     * @return what came of it
     * @throws IOException if a process cannot be started, cannot reach a lock server, or fails, or one of its clients
     *     does not get a lock
     */
    public static RemoteFigure measure(RemoteCase given, LaneSecurity security) throws IOException {
        final RemoteCase of = given.with(RemoteClients.ways(given, security));
        final List<PeerProcess> processes = new ArrayList<>();
        try {
            for (int i = 0; i < of.processes(); i++) {
                processes.add(new PeerProcess(RemoteClients.class, of.arguments(i)));
            }
            for (final PeerProcess process : processes) {
                process.tell("go");
            }
            final Histogram sum = RemoteClients.histogram();
            for (final PeerProcess process : processes) {
                sum.add(histogram(process.said()));
            }
            return new RemoteFigure(of, sum.getTotalCount() * 1e9 * of.chain() / of.measured().toNanos(),
                sum.getValueAtPercentile(50), sum.getValueAtPercentile(99), sum.getValueAtPercentile(99.9));
        } finally {
            processes.forEach(PeerProcess::close);
        }
    }

    private static Histogram histogram(String said) throws IOException {
        if (said.startsWith(RemoteClients.FAILED)) {
            throw new IOException("a client has failed: " + said.substring(RemoteClients.FAILED.length()));
        }
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(said)), 0);
        } catch (DataFormatException | IllegalArgumentException e) {
            throw new IOException("a process of the measurement said " + said + " instead of its figures", e);
        }
    }
}
