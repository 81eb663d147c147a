package io.baton.lab.server.access;

import io.baton.client.BatonClient;
import io.baton.client.ClientOptions;
import java.util.Optional;

/** Through the Java client, one connection each: a thread that waits for its call, or many calls under way. */
final class ClientAccess implements ServerAccess {

    private final String name;
    private final boolean waits;
    private final int underWay;

    /**
     * Makes an access.
     *
     * @param waits whether a thread waits for each call
     */
    ClientAccess(String name, boolean waits, int underWay) {
        this.name = name;
        this.waits = waits;
        this.underWay = underWay;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<String> missing(ServedWorkload subject) {
        return Optional.empty();
    }

    @Override
    public int underWay(ServedWorkload subject) {
        return subject.isEmpty() ? 1 : underWay;
    }

    @Override
    public boolean shares(ServerAccess other) {
        return other instanceof ClientAccess;
    }

    @Override
    public Served open(ServedWorkload subject) throws java.io.IOException {
        return BatonServed.start(subject);
    }

    @Override
    public Line connect(Served served) {
        final BatonServed server = (BatonServed) served;
        return new ClientLine(
            BatonClient.connect(ClientOptions.of(server.address()).threads(server.threads())), waits);
    }
}
