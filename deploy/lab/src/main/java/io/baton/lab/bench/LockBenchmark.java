package io.baton.lab.bench;

import io.baton.deploy.open.Interruption;
import io.baton.deploy.run.Latencies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.agrona.concurrent.NanoClock;

/** Goes through a plan. One thread. */
final class LockBenchmark {

    private static final long SEED = 42;

    private final BenchPlan plan;
    private final int processors;
    private final NanoClock clock;
    private final LongConsumer pause;
    private final Interruption interruption;
    private final Map<Contender, PairRunner> loops = new EnumMap<>(Contender.class);

    /**
     * Prepares a benchmark.
     *
     * @param plan what to measure
     * @param contenders which kinds of locks
     * @param processors how many processors there are; more clients than that are virtual threads
     * @param clock monotonic time
     * @param pause waits for about so many nanoseconds
     * @param interruption may be requested at any time
     */
    LockBenchmark(
            BenchPlan plan, List<Contender> contenders, int processors, NanoClock clock, LongConsumer pause,
            Interruption interruption) {
        this.plan = plan;
        this.processors = processors;
        this.clock = clock;
        this.pause = pause;
        this.interruption = interruption;
        for (final Contender contender : contenders) {
            loops.put(contender, PairLoop.copy());
        }
    }

    /**
     * Measures.
     *
     * @param casesDone told how many cases are done, from 0
     * @return the figures, by case and contender; fewer if interrupted
     */
    List<BenchFigure> run(IntConsumer casesDone) {
        final List<BenchFigure> figures = new ArrayList<>();
        for (int i = 0; i < plan.cases().size(); i++) {
            casesDone.accept(i);
            final List<BenchFigure> ofCase = run(plan.cases().get(i));
            if (interruption.requested()) {
                return figures;
            }
            figures.addAll(ofCase);
        }
        casesDone.accept(plan.cases().size());
        return figures;
    }

    private List<BenchFigure> run(BenchCase of) {
        final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
        final List<int[]> draws = IntStream.range(0, of.clients()).mapToObj(i -> Draws.of(of, random)).toList();
        final List<Entrant> entrants = new ArrayList<>();
        try {
            loops.forEach((contender, loop) -> {
                if (contender.takesPart(of)) {
                    final LockArray locks = contender.locks(of, processors);
                    final Round round = new Round(locks, loop, draws, processors, clock, pause, interruption);
                    entrants.add(new Entrant(contender, locks, round, new double[plan.rounds()]));
                }
            });
            return measure(of, entrants);
        } finally {
            entrants.forEach(entrant -> entrant.locks.close());
        }
    }

    private List<BenchFigure> measure(BenchCase of, List<Entrant> entrants) {
        // Locks live long: they are measured where a collector moves them to, not where they were born.
        System.gc();
        entrants.forEach(entrant -> entrant.round.pairsPerSecond(plan.warmup()));
        for (int i = 0; i < plan.rounds(); i++) {
            for (final Entrant entrant : entrants) {
                entrant.rates[i] = entrant.round.pairsPerSecond(plan.round());
            }
        }
        final List<BenchFigure> figures = new ArrayList<>();
        for (final Entrant entrant : entrants) {
            final Latencies acquire = entrant.round.acquire(plan.round());
            figures.add(new BenchFigure(entrant.contender.label(), of, median(entrant.rates), acquire));
        }
        return figures;
    }

    static double median(double... values) {
        final double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** A contender in one case. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Entrant(Contender contender, LockArray locks, Round round, double[] rates) {
    }
}
