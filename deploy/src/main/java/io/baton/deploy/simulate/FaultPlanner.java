package io.baton.deploy.simulate;

import io.baton.fabric.Route;
import io.baton.sim.Cluster;
import io.baton.sim.ClusterModel;
import io.baton.sim.Fate;
import io.baton.sim.FaultKind;
import io.baton.sim.Faults;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;

/** Lets things go wrong until a time, then no more: message by message, and now and then a whole process. */
final class FaultPlanner implements Faults {

    private static final double LATE_CHANCE = 0.02;
    private static final double LOSS_CHANCE = 0.002;
    private static final double NOTICE_CHANCE = 0.05;
    private static final long LATE_NANOS_MAX = 60_000;
    private static final int EVENTS_MAX = 3;
    private static final int PERCENT = 100;
    private static final long JUMP_NANOS_MAX = 200_000;
    private static final double DRIFT_MAX = 0.02;
    /** Whatever has crashed is started again within this time. */
    static final long RESTART_NANOS_MAX = 300_000;
    private static final int SMALL_MAILBOX_MAX = 3;
    private static final int MAILBOX = 1024;

    private final CampaignPlan plan;
    private final SplittableRandom random;
    private BiConsumer<FaultKind, Long> witness = (kind, route) -> { };

    FaultPlanner(CampaignPlan plan) {
        this.plan = plan;
        this.random = new SplittableRandom(plan.seed() ^ 0x5DEECE66DL);
    }

    /** Tells whoever wants to know what befalls which route. */
    void witness(BiConsumer<FaultKind, Long> newWitness) {
        witness = newWitness;
    }

    @Override
    public Fate fate(Leg leg, long from, long to, long now) {
        if (now >= plan.faultNanos()) {
            return Fate.ON_TIME;
        }
        return switch (leg) {
            case REQUEST -> verb(FaultKind.REQUEST_DELAYED, FaultKind.REQUEST_LOST, from);
            case ANSWER -> verb(FaultKind.ANSWER_DELAYED, FaultKind.COMPLETION_LOST, from);
            case NOTICE -> notice(from);
        };
    }

    private Fate verb(FaultKind late, FaultKind lost, long from) {
        if (Route.node(from) == ClusterModel.SERVER_NODE) {
            return Fate.ON_TIME;
        }
        if (happens(late, LATE_CHANCE, from)) {
            return Fate.late(lateNanos());
        }
        return happens(lost, LOSS_CHANCE, from) ? Fate.LOST : Fate.ON_TIME;
    }

    private Fate notice(long from) {
        if (happens(FaultKind.NOTICE_DELAYED, NOTICE_CHANCE, from)) {
            return Fate.late(lateNanos());
        }
        if (happens(FaultKind.NOTICE_LOST, NOTICE_CHANCE, from)) {
            return Fate.LOST;
        }
        if (happens(FaultKind.NOTICE_ACK_LOST, NOTICE_CHANCE, from)) {
            return Fate.ACKNOWLEDGEMENT_LOST;
        }
        return happens(FaultKind.NOTICE_DUPLICATED, NOTICE_CHANCE, from) ? Fate.twice(lateNanos()) : Fate.ON_TIME;
    }

    private boolean happens(FaultKind kind, double chance, long from) {
        if (!plan.has(kind) || random.nextDouble() >= chance) {
            return false;
        }
        witness.accept(kind, from);
        return true;
    }

    private long lateNanos() {
        return random.nextLong(1, LATE_NANOS_MAX);
    }

    /** Plans what befalls whole nodes. */
    void plan(Cluster cluster, ServerProcess server, List<ClientProcess> processes) {
        for (ClientProcess process : processes) {
            for (int i = random.nextInt(EVENTS_MAX + 1); i > 0; i--) {
                befall(cluster, process, processes);
            }
        }
        if (plan.has(FaultKind.SERVER_CRASH) && random.nextInt(PERCENT) < PERCENT / 2) {
            final long when = time();
            cluster.at(when, () -> {
                witnessAll(FaultKind.SERVER_CRASH, processes);
                processes.forEach(process -> process.life().end());
                cluster.crashServer();
            });
            cluster.at(when + random.nextLong(1, RESTART_NANOS_MAX), server::restart);
        }
    }

    private void witnessAll(FaultKind kind, List<ClientProcess> processes) {
        for (ClientProcess process : processes) {
            witness.accept(kind, (long) process.node());
        }
    }

    private void befall(Cluster cluster, ClientProcess process, List<ClientProcess> processes) {
        final int node = process.node();
        final long when = time();
        switch (random.nextInt(7)) {
            case 0 -> crash(cluster, process, when);
            case 1 -> at(cluster, FaultKind.PAUSE, node, when,
                () -> cluster.pause(node, random.nextLong(1, 3 * plan.recovery().sessionNanos())));
            case 2 -> at(cluster, FaultKind.CLOCK_DRIFT, node, when,
                () -> cluster.clockDrift(node, random.nextDouble(-DRIFT_MAX, DRIFT_MAX)));
            case 3 -> at(cluster, FaultKind.CLOCK_JUMP, node, when,
                () -> cluster.clockJump(node, random.nextLong(1, JUMP_NANOS_MAX)));
            case 4 -> mailboxes(cluster, node, when);
            default -> partition(cluster, node, when, processes);
        }
    }

    private void at(Cluster cluster, FaultKind kind, int node, long when, Runnable fault) {
        if (plan.has(kind)) {
            cluster.at(when, () -> {
                if (!cluster.isCrashed(node)) {
                    witness.accept(kind, (long) node);
                    fault.run();
                }
            });
        }
    }

    private void crash(Cluster cluster, ClientProcess process, long when) {
        final int node = process.node();
        final boolean reused = plan.has(FaultKind.ROUTE_REUSED) && random.nextBoolean();
        final long again = when + random.nextLong(1, RESTART_NANOS_MAX);
        at(cluster, FaultKind.CRASH, node, when, () -> {
            if (process.isEnded()) {
                return;
            }
            process.life().end();
            cluster.crash(node);
            cluster.at(again, () -> {
                if (reused) {
                    cluster.restartOnOldRoutes(node);
                } else {
                    cluster.restart(node);
                }
                process.start();
            });
        });
    }

    private void mailboxes(Cluster cluster, int node, long when) {
        at(cluster, FaultKind.MAILBOX_FULL, node, when, () -> {
            cluster.mailboxCapacity(node, random.nextInt(SMALL_MAILBOX_MAX));
            cluster.at(plan.faultNanos(), () -> cluster.mailboxCapacity(node, MAILBOX));
        });
    }

    private void partition(Cluster cluster, int node, long when, List<ClientProcess> processes) {
        final FaultKind[] kinds =
            {FaultKind.PARTITION_TO_SERVER, FaultKind.PARTITION_FROM_SERVER, FaultKind.PARTITION_BETWEEN};
        final FaultKind kind = kinds[random.nextInt(kinds.length)];
        final int other = processes.get(random.nextInt(processes.size())).node();
        final long end = Math.min(plan.faultNanos(), when + random.nextLong(1, 3 * plan.recovery().sessionNanos()));
        if (!plan.has(kind) || end <= when || (kind == FaultKind.PARTITION_BETWEEN && other == node)) {
            return;
        }
        at(cluster, kind, node, when, () -> { });
        switch (kind) {
            case PARTITION_TO_SERVER -> cluster.partition(node, ClusterModel.SERVER_NODE, when, end);
            case PARTITION_FROM_SERVER -> cluster.partition(ClusterModel.SERVER_NODE, node, when, end);
            default -> cluster.partition(node, other, when, end);
        }
    }

    private long time() {
        return random.nextLong(plan.faultNanos());
    }
}
