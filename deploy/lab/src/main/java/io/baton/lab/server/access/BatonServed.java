package io.baton.lab.server.access;

import io.baton.client.ClientThreads;
import io.baton.jdbc.BatonDataSource;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A Baton server in a process of its own. */
public final class BatonServed implements Served {

    private final Subject subject;
    private final ServerProcess process;
    private final InetSocketAddress address;
    private final ClientThreads threads = ClientThreads.start(1);
    private final BatonDataSource source;

    private BatonServed(Subject subject, ServerProcess process, InetSocketAddress address) {
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
    public static BatonServed start(Subject subject) throws IOException {
        final ServerProcess process = ServerProcess.java(subject.arguments(ServerChild.BATON));
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

    Subject subject() {
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
        return Long.parseLong(process.ask(ServerChild.MEMORY));
    }

    @Override
    public long processorNanos() {
        return process.processorNanos();
    }

    @Override
    public String violations(long effect) throws IOException {
        return subject.isEmpty() ? "" : process.ask(ServerChild.CHECK + effect);
    }

    @Override
    public void close() {
        threads.close();
        process.close();
    }
}
