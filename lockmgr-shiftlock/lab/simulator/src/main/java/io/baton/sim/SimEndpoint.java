package io.baton.sim;

import io.baton.fabric.Address;
import io.baton.fabric.Call;
import io.baton.fabric.Doorbell;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.PostingEndpoint;
import io.baton.fabric.SendStatus;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbCounters;
import io.baton.fabric.VerbKind;
import io.baton.fabric.WordVerb;
import io.baton.sim.model.ClusterModel;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** One client of a simulated cluster. */
final class SimEndpoint extends PostingEndpoint {

    private static final long NOTHING_READ = -1;

    private final SimFabric fabric;
    private final SimNode node;
    private final Scheduler scheduler;
    private final ClusterModel model;
    private final List<SimServer> servers;
    private final long route;
    private final VerbCounters counters = new VerbCounters();
    private final SimMailbox mailbox;
    /** One to each lock server, in the order of their numbers. */
    private final List<SimConnection> connections;
    /** How many verbs of a batch are for each. */
    private final int[] counts;
    private final SimSend sends;
    private final SimPosts posts;
    /** First and last word of the previous verb, if that was a READ. */
    private long lastReadFrom = NOTHING_READ;
    private long lastReadTo = NOTHING_READ;
    private boolean closed;

    SimEndpoint(SimFabric fabric, long route) {
        this.fabric = fabric;
        this.node = fabric.node();
        this.scheduler = fabric.scheduler();
        this.model = fabric.model();
        this.servers = fabric.servers();
        this.route = route;
        this.mailbox = new SimMailbox(fabric, route);
        this.connections = servers.stream().map(server -> new SimConnection(fabric, server, route)).toList();
        this.counts = new int[connections.size()];
        this.sends = new SimSend(fabric, connections.getFirst());
        this.posts = new SimPosts(fabric, connections.getFirst(), mailbox);
    }

    @Override
    public long route() {
        return route;
    }

    @Override
    public void post(VerbBatch batch) {
        if (batch.size() == 0) {
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            check(batch, i);
        }
        Arrays.fill(counts, 0);
        for (int i = 0; i < batch.size(); i++) {
            final Verb verb = batch.verb(i);
            final boolean isWord = verb instanceof WordVerb;
            final long at = at(verb.address(), isWord ? Long.BYTES : 2 * Long.BYTES);
            counters.count(verb);
            final int server = server(verb.address());
            connections.get(server).verb(counts[server]++).set(verb, at);
            batch.executed(i, true);
        }
        postToAll();
        final Verb last = batch.verb(batch.size() - 1);
        if (last.kind() == VerbKind.READ) {
            hasRead(last.address(), last instanceof WordVerb ? last.address() : last.address() + Long.BYTES);
        }
    }

    /** What only a server's processor can do is refused, as an adapter would. */
    private static void check(VerbBatch batch, int index) {
        if (batch.verb(index) instanceof Call || batch.stopMask(index) != 0) {
            throw new IllegalArgumentException(
                "adapters know neither calls nor conditions: ask the fabric whether it executes");
        }
    }

    /** It was waited for when it was posted. */
    @Override
    public void await(VerbBatch batch) {
    }

    /** Posts what there is for each server, at the same time, and waits for all answers. */
    private void postToAll() {
        node.step();
        hasRead(NOTHING_READ, NOTHING_READ);
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                connections.get(i).checkWhole();
            }
        }
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                connections.get(i).leave(counts[i]);
            }
        }
        awaitFrom(0);
    }

    /** Waits for the answers of a server and of those behind it, also if one of their connections ends. */
    private void awaitFrom(int server) {
        if (server == counts.length) {
            return;
        }
        try {
            if (counts[server] > 0) {
                connections.get(server).awaitAnswers();
            }
        } finally {
            awaitFrom(server + 1);
        }
    }

    /** The number of an address's server; an address of none is for the first to refuse. */
    private int server(long address) {
        final int server = Address.server(address);
        return server < servers.size() ? server : 0;
    }

    /** Where an address is in its server's memory; it is checked first. */
    private long at(long address, int alignment) {
        final int server = server(address);
        return servers.get(server).check(server == 0 ? address : Address.offset(address), alignment);
    }

    private void hasRead(long from, long to) {
        lastReadFrom = from;
        lastReadTo = to;
    }

    @Override
    public SendStatus send(long receiver, DirectBuffer buffer, int offset, int length) {
        beginSend(length);
        return sends.send(receiver, buffer, offset, length);
    }

    @Override
    public SendStatus post(long receiver, DirectBuffer buffer, int offset, int length, long tag) {
        beginSend(length);
        posts.post(receiver, buffer, offset, length, tag);
        return SendStatus.SENT;
    }

    private void beginSend(int length) {
        if (length < 1 || length > NOTICE_BYTES_MAX) {
            throw new IllegalArgumentException("a notice of " + length + " bytes: give 1 to " + NOTICE_BYTES_MAX);
        }
        counters.countSend();
        node.step();
        hasRead(NOTHING_READ, NOTHING_READ);
    }

    @Override
    public long nextGone() {
        return mailbox.nextGone();
    }

    @Override
    public int receive(NoticeHandler handler) {
        return mailbox.receive(handler);
    }

    @Override
    public void awaitNotice(long deadlineNanos) {
        node.step();
        mailbox.await(deadlineNanos);
    }

    /** Lets the time between two READs of the word pass; the READs are the caller's. */
    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        if (address != lastReadFrom && address != lastReadTo) {
            return;
        }
        node.step();
        final SimThread me = scheduler.current();
        final long left = node.clock().exact(deadlineNanos) - scheduler.now();
        if (left > 0) {
            final long wait = me.beginWait(WaitKind.WORD, address, node.clock(), deadlineNanos);
            scheduler.schedule(scheduler.now() + Math.min(model.remoteWaitNanos(), left), me, wait);
            scheduler.await(me);
        }
    }

    /** A wait for a word is one short pause, which nobody needs to end. */
    @Override
    public void wake() {
        mailbox.wake();
    }

    @Override
    public void listener(@Nullable Doorbell newListener) {
        mailbox.listener(newListener);
    }

    @Override
    public VerbCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            mailbox.listener(null);
            fabric.disconnect(this);
        }
    }

    SimMailbox mailbox() {
        return mailbox;
    }
}
