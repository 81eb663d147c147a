package io.baton.testing.workload;

import io.baton.engine.Engine;
import io.baton.testing.Crew;
import io.baton.workload.EngineWorkload;
import io.baton.workload.Terminal;
import io.baton.workload.TransactionEnd;
import io.baton.workload.TransactionKind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/** Terminals at work, each on a thread of its own, and what became of their transactions. */
public final class MixRun {

    /** As many threads as a small machine has processors run on their own; more than that are virtual ones. */
    private static final int PLATFORM_THREADS_MAX = 2;

    private final Map<Ended, LongAdder> counts = new ConcurrentHashMap<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();

    private record Ended(TransactionKind type, TransactionEnd end) {
    }

    private MixRun() {
    }

    /**
     * Runs the mix and waits for its end.
     *
     * @param engine an engine with a place for each client
     * @param workload the workload on it, loaded
     * @param clients how many terminals
     * @param transactions how many transactions all of them make together
     * @return what became of them
     */
    public static MixRun of(Engine engine, EngineWorkload workload, int clients, int transactions) {
        final MixRun run = new MixRun();
        Crew.run(clients, clients > PLATFORM_THREADS_MAX, number -> {
            try (Terminal terminal = workload.terminal(engine.session(), number)) {
                for (int i = 0; i < transactions / clients; i++) {
                    run.execute(terminal);
                }
            }
        });
        return run;
    }

    /**
     * Returns why transactions failed.
     *
     * @return a sentence for each that did
     */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    /**
     * Counts the transactions of a type.
     *
     * @param type the type
     * @return how many were executed
     */
    public long executed(TransactionKind type) {
        return sum(ended -> ended.type().equals(type));
    }

    /**
     * Counts the transactions that ended in one way.
     *
     * @param end how
     * @return how many did
     */
    public long ended(TransactionEnd end) {
        return sum(ended -> ended.end() == end);
    }

    /**
     * Counts the transactions of a type that ended in one way.
     *
     * @param type the type
     * @param end how
     * @return how many did
     */
    public long ended(TransactionKind type, TransactionEnd end) {
        return sum(new Ended(type, end)::equals);
    }

    private void execute(Terminal terminal) {
        final TransactionKind type = terminal.next();
        final TransactionEnd end = terminal.execute();
        counts.computeIfAbsent(new Ended(type, end), unseen -> new LongAdder()).increment();
        if (end == TransactionEnd.FAILED) {
            failures.add(type.label() + ": " + terminal.lastFailure());
        }
    }

    private long sum(Predicate<Ended> counted) {
        return counts.entrySet().stream().filter(entry -> counted.test(entry.getKey()))
            .mapToLong(entry -> entry.getValue().sum()).sum();
    }
}
