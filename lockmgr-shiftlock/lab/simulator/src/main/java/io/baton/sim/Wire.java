package io.baton.sim;

import io.baton.fabric.Route;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.Fate;
import io.baton.sim.model.FaultKind;
import io.baton.sim.model.MessageFaults;
import io.baton.sim.model.Partitions;

/** What delays and swallows messages between the adapters: the faults that were asked for, and partitions. */
final class Wire {

    /** Instead of by how much a message is late: it never arrives. */
    static final long LOST = -1;

    private final Scheduler scheduler;
    private final MessageFaults faults;
    private final FaultCounters counters;
    private final Partitions partitions = new Partitions();
    private final long lossTimeoutNanos;
    /** Nothing can go wrong, so that nobody need be asked. */
    private boolean quiet;

    Wire(Scheduler scheduler, ClusterModel model, MessageFaults faults, FaultCounters counters) {
        this.scheduler = scheduler;
        this.faults = faults;
        this.counters = counters;
        this.lossTimeoutNanos = model.lossTimeoutNanos();
        this.quiet = faults.equals(MessageFaults.NONE);
    }

    boolean isQuiet() {
        return quiet;
    }

    void partition(int from, int to, long fromNanos, long toNanos) {
        partitions.forgetBefore(scheduler.now());
        partitions.add(from, to, fromNanos, toNanos);
        quiet = false;
    }

    /** By how much a request to a server's node is late that leaves at a time, or {@link #LOST}. */
    long requestLate(long client, int server, long leaves) {
        if (quiet) {
            return 0;
        }
        final Fate fate = faults.fate(MessageFaults.Leg.REQUEST, client, Route.NONE, leaves);
        countVerb(fate, client, FaultKind.REQUEST_LOST, FaultKind.REQUEST_DELAYED);
        return late(fate, Route.node(client), server, leaves);
    }

    /** By how much an answer of a server's node is late that leaves at a time, or {@link #LOST}. */
    long answerLate(long client, int server, long leaves) {
        if (quiet) {
            return 0;
        }
        final Fate fate = faults.fate(MessageFaults.Leg.ANSWER, client, Route.NONE, leaves);
        countVerb(fate, client, FaultKind.COMPLETION_LOST, FaultKind.ANSWER_DELAYED);
        return late(fate, server, Route.node(client), leaves);
    }

    private void countVerb(Fate fate, long client, FaultKind lost, FaultKind delayed) {
        if (fate.loss() == Fate.Loss.MESSAGE) {
            counters.countAndTrace(lost, client, 0);
        } else if (fate.lateNanos() > 0) {
            counters.countAndTrace(delayed, client, fate.lateNanos());
        }
    }

    /** Asks for the fate of a notice that leaves at a time; partitions are for {@link #late} to apply. */
    Fate notice(long from, long to, long leaves) {
        final Fate fate = faults.fate(MessageFaults.Leg.NOTICE, from, to, leaves);
        if (fate.loss() == Fate.Loss.MESSAGE) {
            counters.countAndTrace(FaultKind.NOTICE_LOST, from, 0);
            return fate;
        }
        if (fate.loss() == Fate.Loss.ACKNOWLEDGEMENT) {
            counters.countAndTrace(FaultKind.NOTICE_ACK_LOST, from, 0);
        }
        if (fate.lateNanos() > 0) {
            counters.countAndTrace(FaultKind.NOTICE_DELAYED, from, fate.lateNanos());
        }
        if (fate.againNanos() > 0) {
            counters.countAndTrace(FaultKind.NOTICE_DUPLICATED, from, fate.againNanos());
        }
        return fate;
    }

    /** By how much a message with a fate is late between two nodes, or {@link #LOST}. */
    long late(Fate fate, int from, int to, long leaves) {
        if (fate.loss() == Fate.Loss.MESSAGE) {
            return LOST;
        }
        if (from == to || partitions.isEmpty()) {
            return fate.lateNanos();
        }
        final long held = partitions.leaves(from, to, leaves) - leaves;
        if (held > 0) {
            counters.countAndTraceNode(kindOfPartition(from, to), from, held);
        }
        return held > lossTimeoutNanos ? LOST : held + fate.lateNanos();
    }

    private static FaultKind kindOfPartition(int from, int to) {
        return ClusterModel.isServer(to) ? FaultKind.PARTITION_TO_SERVER
            : ClusterModel.isServer(from) ? FaultKind.PARTITION_FROM_SERVER : FaultKind.PARTITION_BETWEEN;
    }
}
