package io.baton.deploy.run;

import io.baton.deploy.open.Background;
import io.baton.deploy.open.Interruption;
import io.baton.deploy.open.OpenWorkload;
import io.baton.workload.ConditionResult;
import io.baton.workload.UnfitDataException;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.agrona.concurrent.NanoClock;

/** Checks the data that a store has brought. One check, one thread. */
public final class DataCheck {

    private final OpenWorkload workload;
    private final NanoClock clock;
    private final RunListener listener;
    private final Background background;

    /**
     * Prepares a check.
     *
     * @param workload whose data; closed at the end, unless interrupted
     * @param clock monotonic time
     * @param listener told how far it is
     * @param interruption may be requested at any time
     */
    public DataCheck(OpenWorkload workload, NanoClock clock, RunListener listener, Interruption interruption) {
        this.workload = workload;
        this.clock = clock;
        this.listener = listener;
        this.background = new Background(interruption);
    }

    /**
     * Checks.
     *
     * @return the result of each condition, or nothing if interrupted; then a thread may still be at work
     * @throws UnfitDataException if the store holds no whole load
     */
    public Optional<Map<String, ConditionResult>> run() {
        boolean ended = true;
        try {
            final Optional<Map<String, ConditionResult>> results = check();
            ended = results.isPresent();
            return results;
        } finally {
            if (ended) {
                workload.close();
            }
        }
    }

    private Optional<Map<String, ConditionResult>> check() {
        final long begin = clock.nanoTime();
        final Optional<SequencedMap<String, ConditionResult>> results = background.run("baton-check", () -> {
            if (!workload.onEngine().resume()) {
                throw new UnfitDataException("the store's tables are empty, as no load was ever finished; "
                    + "'baton run' loads them", true);
            }
            return workload.onEngine().check(false);
        }, () -> listener.progress(Phase.CHECKING_RECOVERED, 0, 0, seconds(begin)));
        results.ifPresent(found -> listener.checked(Phase.CHECKING_RECOVERED, found, seconds(begin)));
        return results.map(found -> found);
    }

    private double seconds(long begin) {
        return (clock.nanoTime() - begin) / 1e9;
    }
}
