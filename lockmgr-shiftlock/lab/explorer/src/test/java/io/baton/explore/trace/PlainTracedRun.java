package io.baton.explore.trace;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.SendStatus;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.entry.PlainLockEntry;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.RandomFaults;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;

/**
 * A simulated run of one lock whose entry is two words, of which a trace is taken: each change of the entry when the
 * lock server executes it, hand-overs without a verb, and the notices that are received. Everything is late, and
 * nothing is lost. Writers wait without deadlines, since the model has no writer that leaves a queue.
 */
final class PlainTracedRun {

    private static final String NOTHING = "<<>>";
    private static final int NODES = 3;
    private static final int CLIENTS_MAX = 6;
    private static final int ROUNDS_MAX = 5;
    private static final int PERCENT = 100;
    private static final int WRITER_PERCENT = 60;
    private static final int TRY_PERCENT = 15;
    private static final int DEADLINE_PERCENT = 40;
    private static final int UPGRADE_PERCENT = 30;
    private static final long WORK_NANOS_MAX = 5_000;
    private static final long DEADLINE_NANOS_MAX = 20_000;
    private static final long LATE_NANOS_MAX = 30_000;
    private static final long LOSS_TIMEOUT_NANOS = 10_000_000;
    private static final double LATE_CHANCE = 0.1;
    private static final double PAUSE_RATE = 2_000;
    private static final long LIMIT_NANOS = 20_000_000;

    /**
     * One step as text of TLA+.
     *
     * @param verb what was done
     * @param client whose name
     * @param entry the entry afterwards
     * @param notice what was received, or an empty tuple
     */
    record Step(String verb, String client, String entry, String notice) {

        /** All that can leave a loader of mutants. */
        List<String> parts() {
            return List.of(verb, client, entry, notice);
        }

        static Step of(List<String> parts) {
            return new Step(parts.get(0), parts.get(1), parts.get(2), parts.get(3));
        }

        String toTla(TlaNames names) {
            return "[v |-> " + quoted(verb) + ", c |-> " + quoted(client) + ", e |-> " + names.name(entry)
                + ", n |-> " + names.name(notice) + "]";
        }
    }

    private final SplittableRandom random;
    private final Cluster cluster;
    private final ShiftLockOptions options;
    private final List<Step> steps = new ArrayList<>();
    /** By route. */
    private final Map<Long, String> names = new HashMap<>();
    /** Who has flipped Epoch and not told its successor yet. */
    private final Set<Long> flipped = new HashSet<>();
    private final LockNotice notice = new LockNotice();
    private String entry = entry(0, 0);

    private PlainTracedRun(long seed, int threshold) {
        this.random = new SplittableRandom(seed);
        this.options = ShiftLockOptions.product().apart().withEntry(EntryFormat.PLAIN).withThreshold(threshold);
        final RandomFaults faults = new RandomFaults(seed, LIMIT_NANOS / 2)
            .with(FaultKind.REQUEST_DELAYED, LATE_CHANCE, 1, LATE_NANOS_MAX)
            .with(FaultKind.ANSWER_DELAYED, LATE_CHANCE, 1, LATE_NANOS_MAX)
            .with(FaultKind.NOTICE_DELAYED, LATE_CHANCE, 1, LATE_NANOS_MAX)
            .with(FaultKind.PAUSE, PAUSE_RATE, 1, LATE_NANOS_MAX);
        this.cluster = new Cluster(ClusterModel.paper().withNodes(NODES).withLossTimeout(LOSS_TIMEOUT_NANOS),
            ShiftLockTable.memoryBytes(1), seed, faults);
        faults.plan(cluster, node -> {});
    }

    /** {@return what has happened; if a planted bug was in the way, until then} */
    static List<Step> trace(long seed, int threshold, boolean planted) {
        final PlainTracedRun run = new PlainTracedRun(seed, threshold);
        try {
            run.run();
        } catch (IllegalStateException failed) {
            if (!planted) {
                throw new AssertionError("seed " + seed, failed);
            }
        } finally {
            run.cluster.close();
        }
        return run.steps;
    }

    private void run() {
        cluster.witness((route, address, oldLow, oldHigh, newLow, newHigh) -> executed(route, oldLow, oldHigh, newLow,
            newHigh));
        final int clients = random.nextInt(2, CLIENTS_MAX + 1);
        final int[] left = {clients};
        for (int i = 0; i < clients; i++) {
            final int node = 1 + i % NODES;
            final ShiftLockTable table =
                new ShiftLockTable(new Recorded(cluster.fabric(node)), 1, options, cluster.threads(node));
            final LockClient client = table.client();
            final boolean writes = random.nextInt(PERCENT) < WRITER_PERCENT;
            final String name = (writes ? "w" : "r") + i;
            names.put(LockInspector.route(client), name);
            final SplittableRandom own = random.split();
            cluster.client(node, name, () -> {
                work(client, writes, own);
                left[0]--;
            });
        }
        cluster.client("watch", () -> {
            while (left[0] > 0) {
                cluster.work(WORK_NANOS_MAX);
                if (cluster.clock().nanoTime() > LIMIT_NANOS) {
                    throw new IllegalStateException(left[0] + " clients have not ended");
                }
            }
        });
        cluster.run();
    }

    private void work(LockClient client, boolean writes, SplittableRandom own) {
        for (int round = own.nextInt(1, ROUNDS_MAX + 1); round > 0; round--) {
            cluster.work(own.nextLong(WORK_NANOS_MAX));
            if (get(client, writes, own) == LockOutcome.GRANTED) {
                cluster.work(own.nextLong(WORK_NANOS_MAX));
                if (!writes && own.nextInt(PERCENT) < UPGRADE_PERCENT) {
                    client.upgrade(0);
                    cluster.work(own.nextLong(WORK_NANOS_MAX));
                }
                client.release(0);
            }
        }
    }

    private LockOutcome get(LockClient client, boolean writes, SplittableRandom own) {
        final LockMode mode = writes ? LockMode.EXCLUSIVE : LockMode.SHARED;
        if (own.nextInt(PERCENT) < TRY_PERCENT) {
            return client.tryAcquire(0, mode);
        }
        final boolean gives = !writes && own.nextInt(PERCENT) < DEADLINE_PERCENT;
        return client.acquire(0, mode,
            gives ? cluster.clock().nanoTime() + own.nextLong(DEADLINE_NANOS_MAX) : LockClient.NO_DEADLINE);
    }

    // What happens

    private void executed(long route, long oldLow, long oldHigh, long newLow, long newHigh) {
        if (oldLow == newLow && oldHigh == newHigh) {
            return;
        }
        entry = entry(newLow, newHigh);
        final String verb = verb(route, oldLow, oldHigh, newLow, newHigh);
        if (verb.equals("flips")) {
            flipped.add(route);
        }
        steps.add(new Step(verb, name(route), entry, NOTHING));
    }

    private static String verb(long route, long oldLow, long oldHigh, long newLow, long newHigh) {
        if (newHigh != oldHigh) {
            return newHigh == oldHigh + 1 ? "leaves" : "breaks word 1";
        }
        if (PlainLockEntry.tail(newLow) != PlainLockEntry.tail(oldLow)) {
            return PlainLockEntry.tail(newLow) == route ? "queues"
                : PlainLockEntry.hasTail(newLow) ? "breaks the tail" : "clears";
        }
        if (newLow == oldLow + PlainLockEntry.ONE_READER) {
            return "comes";
        }
        return newLow == oldLow - PlainLockEntry.ONE_READER ? "gives-up" : "flips";
    }

    /** A hand-over behind a flip is one step with it, and a Successor one with the queueing before it. */
    private void sends(long route, DirectBuffer buffer, int offset) {
        final byte kind = notice.wrap(buffer, offset).kind();
        if ((kind == LockNotice.HANDOVER || kind == LockNotice.MODE_CHANGED) && !flipped.remove(route)) {
            steps.add(new Step("hands-over", name(route), entry, NOTHING));
        }
    }

    private void receives(long route, DirectBuffer buffer, int offset) {
        final byte kind = notice.wrap(buffer, offset).kind();
        final String text = switch (kind) {
            case LockNotice.SUCCESSOR -> tuple(quoted("successor"), quoted(name(route)), quoted(name(notice.route())),
                0, 0, 0);
            case LockNotice.HANDOVER, LockNotice.MODE_CHANGED ->
                tuple(quoted(kind == LockNotice.HANDOVER ? "handover" : "modeChanged"), quoted(name(route)),
                    quoted("?"), notice.relCnt(), notice.epoch(), notice.consWrt());
            default -> throw new IllegalStateException("nobody sends " + notice);
        };
        steps.add(new Step("hears", name(route), entry, text));
    }

    private String name(long route) {
        return names.getOrDefault(route, "none");
    }

    private String entry(long low, long high) {
        return tuple(PlainLockEntry.in(low), quoted(name(PlainLockEntry.tail(low))), LockEntry.epoch(low), high);
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static String tuple(Object... parts) {
        final List<String> texts = new ArrayList<>();
        for (Object part : parts) {
            texts.add(String.valueOf(part));
        }
        return "<<" + String.join(", ", texts) + ">>";
    }

    /** Its endpoints tell what they send and receive. */
    private final class Recorded extends ForwardingFabric {

        Recorded(Fabric fabric) {
            super(fabric);
        }

        @Override
        public Endpoint connect() {
            return new ForwardingEndpoint(super.connect()) {
                @Override
                public SendStatus send(long route, DirectBuffer buffer, int offset, int length) {
                    sends(route(), buffer, offset);
                    return super.send(route, buffer, offset, length);
                }

                @Override
                public int receive(NoticeHandler handler) {
                    return super.receive((buffer, offset, length) -> {
                        receives(route(), buffer, offset);
                        handler.onNotice(buffer, offset, length);
                    });
                }
            };
        }
    }
}
