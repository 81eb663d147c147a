package io.baton.trial;

import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.sim.Cluster;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.NanoClock;

/** One client in one life of its process: locks, shows its tokens, works, gives back; again and again. */
final class Worker {

    private static final int PERCENT = 100;
    private static final int PAIR_PERCENT = 30;
    private static final int TOGETHER_PERCENT = 60;
    private static final int WANTED_PERCENT = 70;
    private static final int DEADLINE_PERCENT = 15;
    private static final int HASTY_PERCENT = 90;
    private static final long HASTY_NANOS_MAX = 30_000;
    private static final int TRY_PERCENT = 10;
    private static final int UPGRADE_PERCENT = 20;
    private static final long WORK_NANOS_MAX = 6_000;
    private static final long DEADLINE_NANOS_MAX = 60_000;
    private static final long THINK_NANOS_MAX = 3_000;

    private final CampaignPlan plan;
    private final Cluster cluster;
    private final NanoClock clock;
    private final TokenRegistry registry;
    private final ProcessLife life;
    private final String name;
    private final LockClient client;
    private final RandomGenerator random;
    private final LockList wanted = new LockList();

    Worker(CampaignPlan plan, Cluster cluster, NanoClock clock, TokenRegistry registry, ProcessLife life, String name,
            LockClient client, RandomGenerator random) {
        this.plan = plan;
        this.cluster = cluster;
        this.clock = clock;
        this.registry = registry;
        this.life = life;
        this.name = name;
        this.client = client;
        this.random = random;
    }

    LockClient client() {
        return client;
    }

    /**
     * Does one operation.
     *
     * @return false if the session is over
     */
    boolean operate() {
        cluster.work(random.nextLong(THINK_NANOS_MAX));
        if (plan.wantsTogether() && percent(TOGETHER_PERCENT)) {
            return operateTogether();
        }
        final int first = lock();
        final LockOutcome outcome = get(first);
        if (outcome == LockOutcome.GRANTED) {
            holding(first);
        }
        return goesOn(outcome);
    }

    /** Several locks that are asked for in one request, and given back in one. */
    private boolean operateTogether() {
        wanted.clear();
        for (int lock = 0; lock < plan.locks(); lock++) {
            if (percent(WANTED_PERCENT)) {
                wanted.add(lock, drawMode());
            }
        }
        final LockOutcome outcome = client.acquireAll(wanted, drawDeadline());
        if (!goesOn(outcome)) {
            return false;
        }
        // Also those that it got before its deadline: the judge of queues must know of every turn.
        workTogether(0, outcome == LockOutcome.GRANTED ? wanted.size() : client.heldCount());
        final LockOutcome released = client.releaseAllAndTell();
        if (client.heldCount() > 0) {
            throw new Violation(name + " has given back all and holds " + client.heldCount() + " locks: " + released);
        }
        return goesOn(released);
    }

    private void workTogether(int index, int count) {
        if (index < count) {
            final int lock = wanted.slot(index);
            work(lock, mode(lock), () -> workTogether(index + 1, count));
        }
    }

    /** Gets one lock for sure, so that whatever the dead have left there is recovered. */
    boolean visit(int lock) {
        final LockOutcome outcome = client.acquire(lock, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        if (outcome == LockOutcome.GRANTED) {
            work(lock, LockMode.EXCLUSIVE, () -> {});
            client.release(lock);
        }
        return goesOn(outcome);
    }

    private boolean goesOn(LockOutcome outcome) {
        if (outcome == LockOutcome.LOST && client.heldCount() > 0) {
            throw new Violation(name + " has lost its session and believes to hold " + client.heldCount() + " locks");
        }
        return outcome != LockOutcome.LOST;
    }

    private void holding(int first) {
        final LockMode mode = mode(first);
        final int second = first + 1 < plan.locks() && percent(PAIR_PERCENT) ? random.nextInt(first + 1, plan.locks())
            : first;
        work(first, mode, () -> {
            if (second != first && get(second) == LockOutcome.GRANTED) {
                work(second, mode(second), () -> {});
                release(second);
            }
        });
        release(first);
    }

    private void release(int lock) {
        if (client.held(lock) != null) {
            client.release(lock);
        }
    }

    private LockMode mode(int lock) {
        final LockMode mode = client.held(lock);
        if (mode == null) {
            throw new Violation(name + " was granted lock " + lock + " and does not hold it");
        }
        return mode;
    }

    private LockOutcome get(int lock) {
        final LockMode mode = drawMode();
        return percent(TRY_PERCENT) ? client.tryAcquire(lock, mode) : client.acquire(lock, mode, drawDeadline());
    }

    private LockMode drawMode() {
        return percent(plan.sharedPercent()) ? LockMode.SHARED : LockMode.EXCLUSIVE;
    }

    private long drawDeadline() {
        return percent(plan.isHasty() ? HASTY_PERCENT : DEADLINE_PERCENT)
            ? clock.nanoTime() + random.nextLong(plan.isHasty() ? HASTY_NANOS_MAX : DEADLINE_NANOS_MAX)
            : LockClient.NO_DEADLINE;
    }

    /** The critical section: the data's guard sees the token at the beginning, and again later. */
    private void work(int lock, LockMode mode, Runnable nested) {
        TokenRegistry.Holder holder = holder(lock, mode);
        if (!registry.enter(lock, holder)) {
            return;
        }
        try {
            cluster.work(random.nextLong(WORK_NANOS_MAX));
            nested.run();
            if (mode == LockMode.SHARED && percent(UPGRADE_PERCENT)
                && client.upgrade(lock) == LockOutcome.GRANTED) {
                final TokenRegistry.Holder writer = holder(lock, LockMode.EXCLUSIVE);
                registry.upgrade(lock, holder, writer);
                holder = writer;
                cluster.work(random.nextLong(WORK_NANOS_MAX));
            }
            registry.touch(lock, holder);
        } finally {
            registry.leave(lock, holder);
        }
    }

    private TokenRegistry.Holder holder(int lock, LockMode mode) {
        return new TokenRegistry.Holder(life, name, LockInspector.route(client), mode, client.token(lock));
    }

    private int lock() {
        return percent(plan.hotPercent()) ? 0 : random.nextInt(plan.locks());
    }

    private boolean percent(int chance) {
        return random.nextInt(PERCENT) < chance;
    }
}
