package io.baton.trial.dslr;

import io.baton.sim.model.FaultKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fault campaigns on DSLR, one class of faults after the other, then all together. */
public final class DslrCampaigns {

    /** DSLR sends no notices, so faults of notices are left out. */
    private static final List<FaultKind> KINDS = List.of(FaultKind.CRASH, FaultKind.REQUEST_DELAYED,
        FaultKind.ANSWER_DELAYED, FaultKind.REQUEST_LOST, FaultKind.COMPLETION_LOST, FaultKind.PARTITION_TO_SERVER,
        FaultKind.PARTITION_FROM_SERVER, FaultKind.PAUSE, FaultKind.CLOCK_DRIFT, FaultKind.CLOCK_JUMP,
        FaultKind.SERVER_CRASH);

    private DslrCampaigns() {
    }

    /**
     * What came of the runs with one set of faults.
     *
     * @param name of the faults: that of their class, {@code none} or {@code all}
     * @param seeds how many runs there were
     * @param faults how many faults happened in them
     * @param grants how many critical sections were entered
     * @param verdicts how many runs ended how
     * @param firstSeed the least seed that did not end well, or null
     * @param firstText what was seen there, or empty
     */
    public record Row(String name, long seeds, long faults, long grants, Map<DslrVerdict, Long> verdicts,
            @Nullable Long firstSeed, String firstText) {

        /**
         * Tells how many runs ended so.
         *
         * @param verdict how
         * @return the count
         */
        public long count(DslrVerdict verdict) {
            return verdicts.getOrDefault(verdict, 0L);
        }
    }

    /** {@return the names of the sets of faults: {@code none}, the classes, {@code all}} */
    public static List<String> names() {
        final List<String> names = new ArrayList<>(List.of("none"));
        KINDS.forEach(kind -> names.add(name(kind)));
        names.add("all");
        return List.copyOf(names);
    }

    private static String name(FaultKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Set<FaultKind> kinds(String name) {
        final Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        for (FaultKind kind : KINDS) {
            if (name.equals("all") || name.equals(name(kind))) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    /**
     * Runs seeds.
     *
     * @param name one of {@link #names}
     * @param first the first seed
     * @param count how many, 1 or more
     * @param threads how many at once
     * @param stop whether to give up
     * @return what came out of those that were run
     */
    public static Row run(String name, long first, long count, int threads, BooleanSupplier stop) {
        final List<Future<List<DslrCampaign.Result>>> parts = new ArrayList<>();
        final List<DslrCampaign.Result> results = new ArrayList<>();
        try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                final long begin = first + i;
                parts.add(workers.submit(() -> part(name, begin, first + count, threads, stop)));
            }
            for (Future<List<DslrCampaign.Result>> part : parts) {
                results.addAll(part.get());
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a campaign could not be run: " + failed.getCause(), failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return row(name, results);
    }

    private static List<DslrCampaign.Result> part(String name, long begin, long end, int step, BooleanSupplier stop) {
        final List<DslrCampaign.Result> results = new ArrayList<>();
        for (long seed = begin; seed < end && !stop.getAsBoolean(); seed += step) {
            results.add(new DslrCampaign(DslrPlan.draw(seed, kinds(name)), line -> {}).run());
        }
        return results;
    }

    /**
     * Runs one seed.
     *
     * @param name one of {@link #names}
     * @param seed decides everything
     * @param trace gets a line for every fault
     * @return what came out
     */
    public static Row trace(String name, long seed, Consumer<String> trace) {
        final DslrPlan plan = DslrPlan.draw(seed, kinds(name));
        trace.accept("plan: " + plan);
        return row(name, List.of(new DslrCampaign(plan, trace).run()));
    }

    private static Row row(String name, List<DslrCampaign.Result> results) {
        final Map<DslrVerdict, Long> verdicts = new EnumMap<>(DslrVerdict.class);
        long faults = 0;
        long grants = 0;
        DslrCampaign.Result first = null;
        for (DslrCampaign.Result result : results) {
            verdicts.merge(result.verdict(), 1L, Long::sum);
            faults += result.faults();
            grants += result.grants();
            if (result.verdict() != DslrVerdict.GOOD && (first == null || result.seed() < first.seed())) {
                first = result;
            }
        }
        return new Row(name, results.size(), faults, grants, Map.copyOf(verdicts),
            first == null ? null : first.seed(), first == null ? "" : first.text());
    }
}
