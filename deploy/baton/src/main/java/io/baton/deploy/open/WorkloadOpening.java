package io.baton.deploy.open;

import io.baton.engine.Engine;
import io.baton.engine.Store;
import io.baton.storage.recovery.RecoveryPhase;
import io.baton.storage.recovery.RecoveryProgress;
import io.baton.storage.recovery.RecoveryReport;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** Opens a workload, and tells how far it is while a store is recovered. */
public final class WorkloadOpening {

    private final NanoClock clock;
    private final Listener listener;
    private final Interruption interruption;

    private record Point(RecoveryPhase phase, long done, long expected) {
    }

    /** Is told how far a recovery is, on the thread that opens. */
    public interface Listener {

        /**
         * A store is being recovered; called several times a second.
         *
         * @param phase what is being done
         * @param done how much of it, in the phase's unit
         * @param expected of how much, or 0 if nobody knows
         * @param seconds since it began
         */
        void recovering(RecoveryPhase phase, long done, long expected, double seconds);

        /**
         * A store with data is open.
         *
         * @param report what was recovered
         * @param seconds how long opening took
         */
        void recovered(RecoveryReport report, double seconds);
    }

    /**
     * Prepares to open.
     *
     * @param clock monotonic time
     * @param listener told what happens
     * @param interruption may be requested at any time
     */
    public WorkloadOpening(NanoClock clock, Listener listener, Interruption interruption) {
        this.clock = clock;
        this.listener = listener;
        this.interruption = interruption;
    }

    /**
     * Opens.
     *
     * @param open opens the workload, and tells how far a recovery has come; what it throws is thrown here
     * @return the open workload, or nothing if interrupted; then it may still be opened until the JVM ends, which does
     *     no harm to a store
     */
    public Optional<OpenWorkload> run(Function<RecoveryProgress, OpenWorkload> open) {
        return run(open, OpenWorkload::recovery);
    }

    /**
     * Opens the engine of a store, whatever its tables are.
     *
     * @param open opens it, and tells how far the recovery has come; what it throws is thrown here
     * @return the open engine, or nothing if interrupted; then it may still be opened until the JVM ends
     */
    public Optional<Engine> engine(Function<RecoveryProgress, Engine> open) {
        return run(open, engine -> engine.store().filter(Store::recovered).map(Store::recovery));
    }

    private <T> Optional<T> run(Function<RecoveryProgress, T> open, Function<T, Optional<RecoveryReport>> recovery) {
        final AtomicReference<Point> point = new AtomicReference<>();
        final long begin = clock.nanoTime();
        final Optional<T> opened = new Background(interruption).run("baton-open",
            () -> open.apply((phase, done, expected) -> point.set(new Point(phase, done, expected))),
            () -> tell(point.get(), (clock.nanoTime() - begin) / 1e9));
        opened.flatMap(recovery)
            .ifPresent(report -> listener.recovered(report, (clock.nanoTime() - begin) / 1e9));
        return opened;
    }

    private void tell(@Nullable Point point, double seconds) {
        if (point != null) {
            listener.recovering(point.phase, point.done, point.expected, seconds);
        }
    }
}
