package io.baton.trial;

import io.baton.fabric.Route;
import io.baton.lock.FencingToken;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.sim.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.agrona.collections.IntHashSet;
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
    private final List<JudgedTable> tables;
    private final List<ProcessLife> lives;
    private final String name;
    /** One at each table, in the order of the tables. */
    private final List<LockClient> parts;
    private final LockClient client;
    private final RandomGenerator random;
    private final LockList wanted = new LockList();
    private final List<Section> sections = new ArrayList<>();
    /** The locks that it has got for this operation, and has shown. */
    private final IntHashSet entered = new IntHashSet();
    private boolean lost;

    /** A critical section that the client is in. */
    private static final class Section {

        private final TokenRegistry registry;
        private final int slot;
        private TokenRegistry.Holder holder;

        Section(TokenRegistry registry, int slot, TokenRegistry.Holder holder) {
            this.registry = registry;
            this.slot = slot;
            this.holder = holder;
        }

        void upgrade(TokenRegistry.Holder writer) {
            registry.upgrade(slot, holder, writer);
            holder = writer;
        }

        void touch() {
            registry.touch(slot, holder);
        }

        void leave() {
            registry.leave(slot, holder);
        }
    }

    Worker(CampaignPlan plan, Cluster cluster, NanoClock clock, List<JudgedTable> tables, List<ProcessLife> lives,
            String name, List<LockClient> parts, RandomGenerator random) {
        this.plan = plan;
        this.cluster = cluster;
        this.clock = clock;
        this.tables = tables;
        this.lives = lives;
        this.name = name;
        this.parts = parts;
        this.random = random;
        this.client = OpenTables.joined(parts, plan.locksEach(), this::onLoss);
    }

    /** What it has at other lock servers it is about to give back. */
    private void onLoss() {
        lost = true;
        showOthers();
        sections.forEach(Section::leave);
    }

    /** The judges of queues must know of every turn, also of those that come to nothing. */
    private void showOthers() {
        for (int i = 0; i < parts.size(); i++) {
            final int first = i * plan.locksEach();
            final TokenRegistry registry = tables.get(i).registry();
            part(i).forEachHeld((mode, slot) -> {
                if (entered.add(first + slot)) {
                    registry.passBy(slot, holder(first + slot, mode));
                }
            });
        }
    }

    /** Its client at one of the tables. */
    LockClient part(int table) {
        return parts.get(table);
    }

    /** What it is doing at the table where it has a route; at all tables, if that is none. */
    List<LockInspector.Position> positions(long route) {
        return parts.stream().filter(part -> route == Route.NONE || LockInspector.route(part) == route)
            .flatMap(part -> LockInspector.positions(part).stream()).toList();
    }

    boolean hasRoute(long route) {
        return parts.stream().anyMatch(part -> LockInspector.route(part) == route);
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
        entered.clear();
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
        for (int lock = 0; lock < plan.allLocks(); lock++) {
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
            throw new BrokenPromise(
                name + " has given back all and holds " + client.heldCount() + " locks: " + released);
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
        entered.clear();
        final LockOutcome outcome = client.acquire(lock, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        if (outcome == LockOutcome.GRANTED) {
            work(lock, LockMode.EXCLUSIVE, () -> {});
            client.release(lock);
        }
        return goesOn(outcome);
    }

    private boolean goesOn(LockOutcome outcome) {
        if (outcome == LockOutcome.LOST && client.heldCount() > 0) {
            throw new BrokenPromise(
                name + " has lost its session and believes to hold " + client.heldCount() + " locks");
        }
        return outcome != LockOutcome.LOST;
    }

    private void holding(int first) {
        final LockMode mode = mode(first);
        final int second = first + 1 < plan.allLocks() && percent(PAIR_PERCENT)
            ? random.nextInt(first + 1, plan.allLocks()) : first;
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
            throw new BrokenPromise(name + " was granted lock " + lock + " and does not hold it");
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
        final TokenRegistry registry = tables.get(lock / plan.locksEach()).registry();
        final Section section = new Section(registry, lock % plan.locksEach(), holder(lock, mode));
        entered.add(lock);
        if (!registry.enter(section.slot, section.holder)) {
            showOthers();
            return;
        }
        sections.add(section);
        try {
            cluster.work(random.nextLong(WORK_NANOS_MAX));
            nested.run();
            if (mode == LockMode.SHARED && percent(UPGRADE_PERCENT)
                && client.upgrade(lock) == LockOutcome.GRANTED) {
                section.upgrade(holder(lock, LockMode.EXCLUSIVE));
                cluster.work(random.nextLong(WORK_NANOS_MAX));
            }
            if (!lost) {
                section.touch();
            }
        } finally {
            sections.remove(section);
            section.leave();
        }
    }

    private TokenRegistry.Holder holder(int lock, LockMode mode) {
        final int table = lock / plan.locksEach();
        return new TokenRegistry.Holder(
            lives.get(table), name, LockInspector.route(part(table)), mode, token(lock));
    }

    /** Locks that are not recovered have no tokens: the judges of turns get what a token would say. */
    private FencingToken token(int lock) {
        if (plan.recovered()) {
            return client.token(lock);
        }
        final LockInspector.Memory memory = Objects.requireNonNull(LockInspector.memory(client, lock));
        return new FencingToken(0, memory.generation(), memory.releases(), memory.turn(), memory.local() ? 1 : 0);
    }

    private int lock() {
        return percent(plan.hotPercent()) ? 0 : random.nextInt(plan.allLocks());
    }

    private boolean percent(int chance) {
        return random.nextInt(PERCENT) < chance;
    }
}
