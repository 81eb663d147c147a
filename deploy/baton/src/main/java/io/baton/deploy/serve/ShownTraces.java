package io.baton.deploy.serve;

import io.baton.tracing.TraceExport;
import java.net.URI;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Sends a server's traces to a collector. The exporter's own words are kept off: one line says that it fails. */
final class ShownTraces implements AutoCloseable {

    /** Kept, as a logger that nobody has forgets its level. */
    private final Logger exporter = Logger.getLogger("io.opentelemetry.exporter");
    private final TraceExport export;

    /**
     * Starts.
     *
     * @param collector where it listens
     * @param ratio of the calls that are recorded
     * @param clientsPerSecond how many calls are recorded in a second at most because their clients record them
     * @param log takes lines
     * @throws IllegalArgumentException if that is no collector's address, or the ratio is not from 0 to 1
     */
    ShownTraces(URI collector, double ratio, int clientsPerSecond, Consumer<String> log) {
        exporter.setLevel(Level.OFF);
        this.export = TraceExport.start(collector, ratio, clientsPerSecond, log);
    }

    /** {@return what sends them} */
    TraceExport export() {
        return export;
    }

    /** Sends what waits. */
    @Override
    public void close() {
        export.close();
    }
}
