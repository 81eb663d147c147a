package io.baton.lab.crash;

import io.baton.deploy.command.EventLog;
import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Session;
import io.baton.engine.Store;
import io.baton.lab.child.ChildLife;
import io.baton.lab.child.ChildLines;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The main class of a child of {@code baton crash}: opens the store, then works on it or tells what is in it. It ends
 * when its parent kills it, or when its parent has ended.
 */
final class CrashChild {

    /** The lines' first words. */
    static final String OPENED = "opened";
    static final String LOADING = "loading";
    static final String LOADED = "loaded";
    static final String EMPTY = "empty";
    static final String WORKING = "working";
    static final String CHECKPOINT = "checkpoint";
    static final String CHECKPOINT_DONE = "checkpoint-done";
    static final String BACKUP = "backup";
    static final String BACKUP_DONE = "backup-done";
    static final String END = "end";

    private static final long SEGMENT_BYTES = 4L << 20;
    private static final long MEMORY_BYTES = 4L << 30;
    /** One in so many checkpoints is a backup. */
    private static final int BACKUPS = 4;
    private static final int CHECKPOINT_PAUSE_MILLIS_MAX = 150;

    private final ChildSettings settings;
    private final ChildLines lines = new ChildLines();

    private CrashChild(ChildSettings settings) {
        this.settings = settings;
    }

    /**
     * Does what the parent says.
     *
     * @param arguments those of {@link ChildSettings#arguments}
     */
    public static void main(String[] arguments) {
        EventLog.onlyWhereOpen();
        ChildLife.begin(CrashChild.class);
        new CrashChild(ChildSettings.of(arguments)).run();
    }

    private void run() {
        final long begunNanos = SystemNanoClock.INSTANCE.nanoTime();
        final EngineBuilder builder =
            Engine.builder().clients(Math.max(2, settings.clients())).memoryBytes(MEMORY_BYTES).seed(settings.seed());
        settings.workload().addTables(builder, settings.clients());
        final Engine engine = builder.data(new DataDirectory(Path.of(settings.store()))
            .durability(Durability.GROUP).segmentBytes(SEGMENT_BYTES)).open();
        lines.line(OPENED + " "
            + TimeUnit.NANOSECONDS.toMillis(SystemNanoClock.INSTANCE.nanoTime() - begunNanos));
        final CrashWork work =
            settings.workload().on(engine, settings.seed(), settings.clients(), settings.ledger());
        if (settings.role() == ChildSettings.Role.WORK) {
            work(engine, work);
        } else {
            judge(engine, work);
        }
    }

    private void judge(Engine engine, CrashWork work) {
        if (work.isLoaded()) {
            work.tellState(lines);
        } else {
            lines.line(EMPTY);
        }
        if (settings.role() == ChildSettings.Role.CLOSE) {
            engine.close();
            lines.line(END);
        } else {
            lines.line(END);
            LockSupport.park();
        }
    }

    private void work(Engine engine, CrashWork work) {
        if (!work.isLoaded()) {
            lines.line(LOADING);
            work.load();
        }
        for (int number = 0; number < settings.clients(); number++) {
            // The first session ends loading, which is durable from then on.
            final Session session = engine.session();
            if (number == 0) {
                lines.line(LOADED);
            }
            final CrashWork.Client client = work.client(session, number, lines);
            Thread.ofPlatform().name("crash-client-" + number).start(() -> {
                while (true) {
                    client.step();
                }
            });
        }
        lines.line(WORKING);
        keep(engine.store().orElseThrow());
    }

    /** Takes checkpoints and backups until the process is killed. */
    private void keep(Store store) {
        final SplittableRandom random = new SplittableRandom(settings.seed() + settings.number());
        int backups = 0;
        while (true) {
            LockSupport.parkNanos(
                TimeUnit.MILLISECONDS.toNanos(random.nextInt(CHECKPOINT_PAUSE_MILLIS_MAX)));
            if (random.nextInt(BACKUPS) == 0) {
                final String name = "backup-" + settings.number() + "-" + backups++;
                lines.line(BACKUP + " " + name);
                store.backup(Path.of(settings.store()).resolveSibling(name));
                lines.line(BACKUP_DONE + " " + name);
            } else {
                lines.line(CHECKPOINT);
                store.checkpoint();
                lines.line(CHECKPOINT_DONE);
            }
        }
    }
}
