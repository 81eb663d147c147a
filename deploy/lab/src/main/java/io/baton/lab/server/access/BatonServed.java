package io.baton.lab.server.access;

import io.baton.client.ClientThreads;
import io.baton.jdbc.BatonDataSource;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A Baton server in a process of its own. */
public final class BatonServed implements Served {

    private final ServedWorkload subject;
    private final ServedProcess process;
    private final InetSocketAddress address;
    private final ClientThreads threads = ClientThreads.start(1);
    private final BatonDataSource source;

    private BatonServed(ServedWorkload subject, ServedProcess process, InetSocketAddress address) {
        this.subject = subject;
        this.process = process;
        this.address = address;
        this.source = new BatonDataSource("jdbc:baton://" + address.getHostString() + ":" + address.getPort() + "/");
    }

    /**
     * Starts it.
     *
     * @param subject what it serves
     * @return when it is loaded and listens
     * @throws IOException if it does not come up
     */
    public static BatonServed start(ServedWorkload subject) throws IOException {
        final ServedProcess process = ServedProcess.java(subject.arguments(ServedChild.BATON));
        boolean complete = false;
        try {
            final BatonServed served = new BatonServed(subject, process, process.awaitAddress());
            complete = true;
            return served;
        } finally {
            if (!complete) {
                process.close();
            }
        }
    }

    /** {@return where it listens} */
    public InetSocketAddress address() {
        return address;
    }

    ServedWorkload subject() {
        return subject;
    }

    /** Connects by JDBC. */
    BatonDataSource source() {
        return source;
    }

    /** The threads that all connections share. */
    ClientThreads threads() {
        return threads;
    }

    /**
     * Asks for the resident memory of the server's process, without garbage.
     *
     * @return bytes; 0 if the system does not tell
     * @throws IOException if the process does not answer
     */
    public long residentBytes() throws IOException {
        return Long.parseLong(process.ask(ServedChild.MEMORY));
    }

    @Override
    public long processorNanos() {
        return process.processorNanos();
    }

    @Override
    public String violations(long effect) throws IOException {
        return subject.isEmpty() ? "" : process.ask(ServedChild.CHECK + effect);
    }

    @Override
    public void close() {
        threads.close();
        process.close();
    }
}
