package io.baton.trial;

import io.baton.lock.RecoveryPolicy;
import io.baton.sim.model.FaultKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Fault campaigns on the locks, seed after seed, several at once: each has a cluster of its own. */
public final class LockCampaigns {

    private final CampaignPlan.Wishes wishes;

    /**
     * Says what the seeds shall not draw themselves.
     *
     * @param clients how many clients, or 0: each seed draws their number
     * @param locks how many locks, or 0 likewise
     * @param faults the names of the kinds of faults to draw from
     * @param policy who decides that a holder is dead; under LEASE the lock server does not lose its memory
     */
    public LockCampaigns(int clients, int locks, Set<String> faults, RecoveryPolicy policy) {
        // An EnumSet, whose order is the same in every JVM: the draws depend on it.
        final Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        for (FaultKind kind : FaultKind.values()) {
            if (faults.contains(ConstantNames.of(kind))) {
                kinds.add(kind);
            }
        }
        this.wishes = new CampaignPlan.Wishes(clients, locks, kinds, policy);
    }

    /** {@return the names of the kinds of faults} */
    public static Set<String> faultKinds() {
        final Set<String> names = new LinkedHashSet<>();
        for (FaultKind kind : FaultKind.values()) {
            names.add(ConstantNames.of(kind));
        }
        return names;
    }

    /**
     * Runs one seed.
     *
     * @param seed decides everything
     * @param trace gets a line for every fault and everything that the lock server does
     * @return what came out
     */
    public CampaignSummary trace(long seed, Consumer<String> trace) {
        final CampaignPlan plan = CampaignPlan.draw(seed, wishes);
        trace.accept("plan: " + plan);
        final CampaignSummary summary = new CampaignSummary();
        summary.add(new Campaign(plan, trace).run());
        return summary;
    }

    /**
     * Runs seeds, and stops early if asked to.
     *
     * @param first the first seed
     * @param count how many seeds
     * @param threads how many at once
     * @param stop whether to stop
     * @param done told now and then how many are done, by several threads
     * @return what came out
     */
    public CampaignSummary run(long first, long count, int threads, BooleanSupplier stop, LongConsumer done) {
        final AtomicLong next = new AtomicLong();
        final List<Future<CampaignSummary>> parts = new ArrayList<>();
        final CampaignSummary all = new CampaignSummary();
        try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                parts.add(workers.submit(() -> work(first, count, next, stop, done)));
            }
            for (Future<CampaignSummary> part : parts) {
                all.add(part.get());
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a campaign could not be run: " + failed.getCause(), failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return all;
    }

    /** {@return why some faults meet no client in some states, or hardly any: a line for each reason} */
    public List<String> unreachable() {
        return ImpossibleFaults.reasons(wishes.policy());
    }

    /**
     * Tells which pairs of a fault and a state have occurred although they should not, and after 20,000 seeds (if
     * they are rare, 200,000) which have not although they should.
     *
     * @param summary of campaigns of these
     * @return a line for each, usually none
     */
    public List<String> complaints(CampaignSummary summary) {
        return ImpossibleFaults.complaints(summary, wishes);
    }

    private CampaignSummary work(long first, long count, AtomicLong next, BooleanSupplier stop, LongConsumer done) {
        final CampaignSummary summary = new CampaignSummary();
        for (long i = next.getAndIncrement(); i < count && !stop.getAsBoolean(); i = next.getAndIncrement()) {
            summary.add(new Campaign(CampaignPlan.draw(first + i, wishes), line -> {}).run());
            done.accept(i + 1);
        }
        return summary;
    }
}
