package io.baton.explore.trace;

import io.baton.fabric.ConnectionLostException;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A client process of a traced run, life after life, until each of its clients has had its rounds. */
final class TracedProcess {

    private static final int PERCENT = 100;
    private static final long POLL_NANOS = 5_000;
    private static final long THINK_NANOS_MAX = 6_000;
    private static final long WORK_NANOS_MAX = 3_000;

    private final TracedRun run;
    private final TracePlan plan;
    private final int node;
    private final SplittableRandom random;
    private final LockMode[] modes;
    private final TracedClient.Identity[] identities;
    private final int[] left;
    private List<TracedClient> clients = List.of();
    private int working;
    private boolean ended;
    private int lives;

    TracedProcess(TracedRun run, int node, SplittableRandom random) {
        this.run = run;
        this.plan = run.plan;
        this.node = node;
        this.random = random;
        this.modes = new LockMode[plan.clientsPerNode()];
        this.identities = new TracedClient.Identity[modes.length];
        this.left = new int[modes.length];
        for (int i = 0; i < modes.length; i++) {
            modes[i] = random.nextInt(PERCENT) < plan.writersPercent() ? LockMode.EXCLUSIVE : LockMode.SHARED;
            identities[i] = run.identity(modes[i]);
            left[i] = plan.rounds();
        }
    }

    boolean hasEnded() {
        return ended;
    }

    /** The clients of its present life, or the last. */
    List<TracedClient> clients() {
        return clients;
    }

    void start() {
        run.cluster.client(node, "process " + node, this::live);
    }

    /** The model's dead do not come back; others take their place. */
    void crashed() {
        clients.forEach(client -> client.isCrashed = true);
        for (int i = 0; i < identities.length; i++) {
            identities[i] = run.identity(modes[i]);
        }
    }

    void restarted() {
        if (!ended) {
            start();
        }
    }

    private void live() {
        while (!liveOnce()) {
            run.cluster.work(POLL_NANOS);
        }
        ended = true;
    }

    private boolean liveOnce() {
        clients.forEach(client -> client.isGone = true);
        final List<TracedClient> mine = new ArrayList<>();
        for (TracedClient.Identity identity : identities) {
            mine.add(new TracedClient(identity));
        }
        clients = mine;
        lives++;
        final TracedFabric fabric = new TracedFabric(run.cluster.fabric(node), run.recorder);
        if (!plan.sessions()) {
            work(fabric, new ShiftLockTable(fabric, 1, plan.options(), run.cluster.threads(node)), mine, null);
            return true;
        }
        final LockSession session;
        try {
            final TracedFabric agents = new TracedFabric(run.cluster.fabric(node), run.recorder, mine.getFirst());
            session = LockSession.join(agents, run.serverRoute(), plan.recovery(), lives,
                fabric.clock().nanoTime() + 2 * plan.recovery().sessionNanos(), run.cluster.threads(node));
        } catch (ConnectionLostException nobodyThere) {
            return false;
        }
        work(fabric, ShiftLockTable.recoverable(fabric, 1, plan.options(), session, run.cluster.threads(node)), mine,
            session);
        session.close();
        return isDone();
    }

    private boolean isDone() {
        for (int rounds : left) {
            if (rounds > 0) {
                return false;
            }
        }
        return true;
    }

    /** Lets all clients work, and waits until they have ended. */
    private void work(TracedFabric fabric, ShiftLockTable table, List<TracedClient> mine,
            @Nullable LockSession session) {
        working = mine.size();
        for (int i = 0; i < mine.size(); i++) {
            final int index = i;
            final TracedClient client = mine.get(i);
            final LockClient production = table.client();
            fabric.endpoint(LockInspector.route(production)).belongsTo(client, true);
            client.is(production, session);
            final TracedEndpoint data = fabric.connectTraced();
            data.belongsTo(client, false);
            final SplittableRandom mineRandom = random.split();
            run.cluster.client(node, "client " + client.number(), () -> {
                work(client, production, data, index, mineRandom, session);
                working--;
            });
        }
        while (working > 0) {
            run.cluster.work(POLL_NANOS);
        }
    }

    private void work(TracedClient client, LockClient production, TracedEndpoint data, int index,
            SplittableRandom random, @Nullable LockSession session) {
        try {
            while (left[index] > 0) {
                run.cluster.work(random.nextLong(THINK_NANOS_MAX));
                final LockOutcome outcome = production.acquire(0, modes[index], LockClient.NO_DEADLINE);
                run.recorder.sync(client);
                if (outcome != LockOutcome.GRANTED) {
                    return;
                }
                access(data, modes[index]);
                run.cluster.work(random.nextLong(WORK_NANOS_MAX));
                access(data, modes[index]);
                left[index]--;
                if (production.held(0) == null) {
                    return;
                }
                production.release(0);
                run.recorder.sync(client);
            }
        } catch (ConnectionLostException fenced) {
            if (session == null) {
                throw fenced;
            }
            session.lose();
        }
    }

    private void access(TracedEndpoint data, LockMode mode) {
        if (mode == LockMode.SHARED) {
            data.faa(run.dataAddress, 0);
        } else {
            data.writeWord(run.dataAddress, random.nextLong());
        }
    }
}
