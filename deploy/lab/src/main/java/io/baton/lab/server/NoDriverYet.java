package io.baton.lab.server;

import java.io.IOException;
import java.util.Optional;

/** Baton's own JDBC driver, which is not there yet. */
final class NoDriverYet implements Access {

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public Optional<String> missing(Subject subject) {
        return Optional.of("Baton has no JDBC driver yet");
    }

    @Override
    public int underWay(Subject subject) {
        return 1;
    }

    @Override
    public Served open(Subject subject) throws IOException {
        throw new IOException("Baton has no JDBC driver yet");
    }

    @Override
    public Line connect(Served served) throws IOException {
        throw new IOException("Baton has no JDBC driver yet");
    }
}
