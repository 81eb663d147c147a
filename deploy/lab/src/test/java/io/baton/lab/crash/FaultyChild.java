package io.baton.lab.crash;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.EngineStoppedException;
import io.baton.engine.Session;
import io.baton.lab.child.ChildLines;
import io.baton.storage.log.LogFailedException;
import io.baton.storage.recovery.RecoveryException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The main class of a child whose system calls fail: opens a store twice and works on it, and tells its parent what was
 * answered. It ends by itself, with status 0 unless something was thrown that no failure of a disk explains.
 */
final class FaultyChild {

    /** The lines' first words, besides those of the ledger. */
    static final String LOADED = "loaded";
    static final String STOPPED = "stopped";
    static final String REFUSED = "refused";
    static final String CLOSED = "closed";

    static final long SEED = 18;
    /** Calls of each opening. */
    static final int STEPS = 10;
    private static final int FAILED = 3;
    private static final long MEMORY_BYTES = 256L << 20;

    private final ChildLines lines = new ChildLines();
    private boolean stopped;

    private FaultyChild() {
    }

    /**
     * Works.
     *
     * @param arguments the store's directory
     */
    public static void main(String[] arguments) {
        try {
            new FaultyChild().run(Path.of(arguments[0]));
            Runtime.getRuntime().halt(0);
        } catch (Throwable e) {
            // The logger of the JDK writes to standard error, with the stack.
            System.getLogger(FaultyChild.class.getName()).log(System.Logger.Level.ERROR, "unexpected", e);
            Runtime.getRuntime().halt(FAILED);
        }
    }

    /** Opens an engine of one client. */
    static Engine open(Path store) {
        final EngineBuilder builder = Engine.builder().clients(2).memoryBytes(MEMORY_BYTES).seed(SEED);
        CrashWorkload.SMALLBANK.addTables(builder, 1);
        return builder.data(new DataDirectory(store).durability(Durability.GROUP)
            .segmentBytes(DataDirectory.SEGMENT_BYTES_MIN)).open();
    }

    private void run(Path store) {
        for (int opening = 0; opening < 2 && !stopped; opening++) {
            final Engine engine;
            try {
                engine = open(store);
            } catch (RecoveryException | UncheckedIOException | LogFailedException e) {
                lines.line(REFUSED + " " + e.getMessage());
                return;
            }
            try (engine) {
                work(engine);
            } catch (UncheckedIOException | LogFailedException | EngineStoppedException e) {
                // Loading that cannot be brought to disk throws, and so does closing a log that has failed.
                lines.line(STOPPED);
                return;
            }
            lines.line(CLOSED);
        }
    }

    private void work(Engine engine) {
        final long done;
        try (FaultyStore before = new FaultyStore(engine)) {
            done = before.isLoaded() ? before.steps() : 0;
        }
        final CrashWork work = CrashWorkload.SMALLBANK.on(engine, SEED, 1, Long.toString(done));
        if (!work.isLoaded()) {
            work.load();
        }
        try (Session session = engine.session()) {
            lines.line(LOADED);
            final CrashWork.Client client = work.client(session, 0, lines);
            for (int step = 0; step < STEPS; step++) {
                if (step == STEPS / 2) {
                    checkpoint(engine);
                }
                step(client);
            }
        }
    }

    /** One that cannot be written stops nothing: the calls that follow tell. */
    private static void checkpoint(Engine engine) {
        try {
            engine.store().orElseThrow().checkpoint();
        } catch (UncheckedIOException | EngineStoppedException e) {
            return;
        }
    }

    /** A client throws when it is not answered "committed"; from then on none may be. */
    private void step(CrashWork.Client client) {
        try {
            client.step();
        } catch (IllegalStateException e) {
            // An EngineStoppedException is one, too.
            if (!stopped) {
                lines.line(STOPPED);
            }
            stopped = true;
        }
    }
}
