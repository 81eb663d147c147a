package io.baton.sim;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbCounters;
import io.baton.fabric.WordPair;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** One client of a simulated cluster. */
final class SimEndpoint implements Endpoint {

    /** How many notices a mailbox holds, those on their way included: what a client posts receives for. */
    static final int MAILBOX_NOTICES = 64;

    private static final long NOTHING_READ = -1;

    private final SimFabric fabric;
    private final Scheduler scheduler;
    private final ClusterModel model;
    private final LockServer server;
    private final Adapter adapter;
    private final long route;
    private final VerbCounters counters = new VerbCounters();
    private final List<PostedVerb> verbs = new ArrayList<>();
    private final ExtCas extCas = new ExtCas();
    private final ExtFaa extFaa = new ExtFaa();
    private final ReadPair readPair = new ReadPair();
    private final ArrayDeque<Delivery> mailbox = new ArrayDeque<>();
    private final ArrayDeque<Delivery> spare = new ArrayDeque<>();
    private int underWay;
    private long lastAnswer;
    private SimThread poster;
    private long posterWait;
    private @Nullable SimThread waiter;
    private long waiterWait;
    private int reserved;
    private long lastTarget = Route.NONE;
    private long lastRead = NOTHING_READ;
    private @Nullable Doorbell listener;
    private boolean closed;

    SimEndpoint(SimFabric fabric, long route) {
        this.fabric = fabric;
        this.scheduler = fabric.scheduler();
        this.model = fabric.model();
        this.server = fabric.server();
        this.adapter = fabric.adapter();
        this.route = route;
        this.poster = new SimThread("nobody", true);
        verbs.add(new PostedVerb(this));
    }

    @Override
    public long route() {
        return route;
    }

    @Override
    public long readWord(long address) {
        counters.countRead();
        final long word = one(verbs.getFirst().readWord(server.check(address, Long.BYTES)));
        lastRead = address;
        return word;
    }

    @Override
    public void writeWord(long address, long value) {
        counters.countWrite();
        one(verbs.getFirst().writeWord(server.check(address, Long.BYTES), value));
    }

    @Override
    public long cas(long address, long compare, long swap) {
        counters.countCas();
        return one(verbs.getFirst().cas(server.check(address, Long.BYTES), compare, swap));
    }

    @Override
    public long faa(long address, long add) {
        counters.countFaa();
        return one(verbs.getFirst().faa(server.check(address, Long.BYTES), add));
    }

    @Override
    public void read(ReadPair verb) {
        counters.countRead();
        extended(verb);
        lastRead = verb.address();
    }

    @Override
    public void extCas(ExtCas verb) {
        counters.countExtCas();
        extended(verb);
    }

    @Override
    public void extFaa(ExtFaa verb) {
        counters.countExtFaa();
        extended(verb);
    }

    @Override
    public void read(long address, WordPair result) {
        read(readPair.at(address));
        result.set(readPair.oldLow(), readPair.oldHigh());
    }

    @Override
    public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow, long swapHigh,
            WordPair old) {
        extCas(extCas.at(address)
            .compareLow(masks.compareLow(), compareLow).compareHigh(masks.compareHigh(), compareHigh)
            .swapLow(masks.swapLow(), swapLow).swapHigh(masks.swapHigh(), swapHigh));
        old.set(extCas.oldLow(), extCas.oldHigh());
        return extCas.succeeded();
    }

    @Override
    public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
        extFaa(extFaa.at(address).addLow(addLow, fields.boundaryLow()).addHigh(addHigh, fields.boundaryHigh()));
        old.set(extFaa.oldLow(), extFaa.oldHigh());
    }

    @Override
    public void execute(VerbBatch batch) {
        if (batch.size() == 0) {
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            count(batch.verb(i));
            if (i == verbs.size()) {
                verbs.add(new PostedVerb(this));
            }
            server.check(batch.verb(i).address(), 2 * Long.BYTES);
            verbs.get(i).extended(batch.verb(i));
        }
        post(batch.size());
    }

    private void count(Verb verb) {
        switch (verb) {
            case ExtCas cas -> counters.countExtCas();
            case ExtFaa faa -> counters.countExtFaa();
            case ReadPair read -> counters.countRead();
        }
    }

    private void extended(Verb verb) {
        server.check(verb.address(), 2 * Long.BYTES);
        one(verbs.getFirst().extended(verb));
    }

    private long one(PostedVerb verb) {
        post(1);
        return verb.old();
    }

    /** Posts the first verbs, and waits for the last answer. */
    private void post(int count) {
        lastRead = NOTHING_READ;
        poster = scheduler.current();
        underWay = count;
        lastAnswer = 0;
        final long posted = scheduler.now() + model.postNanos();
        for (int i = 0; i < count; i++) {
            scheduler.schedule(adapter.send(posted) + model.oneWayNanos(), verbs.get(i), 0);
        }
        posterWait = poster.beginWait("a verb", scheduler.now());
        scheduler.await(poster);
    }

    /** Called when a verb arrives at the server. */
    void arrived(PostedVerb verb) {
        final long answer = adapter.receive(server.serve(verb) + model.oneWayNanos());
        lastAnswer = Math.max(lastAnswer, answer);
        if (--underWay == 0) {
            scheduler.schedule(lastAnswer + model.pollNanos(), poster, posterWait);
        }
    }

    @Override
    public SendStatus send(long receiver, DirectBuffer buffer, int offset, int length) {
        if (length < 1 || length > NOTICE_BYTES_MAX) {
            throw new IllegalArgumentException("a notice of " + length + " bytes: give 1 to " + NOTICE_BYTES_MAX);
        }
        counters.countSend();
        final SimEndpoint peer = fabric.peer(receiver);
        final SendStatus status = peer == null || peer.closed ? SendStatus.NO_SUCH_PEER
            : peer.reserved == MAILBOX_NOTICES ? SendStatus.MAILBOX_FULL : SendStatus.SENT;
        final boolean sameNode = Route.node(receiver) == Route.node(route);
        final long posted = scheduler.now() + model.postNanos() + (receiver == lastTarget ? 0 : model.targetChangeNanos());
        lastTarget = receiver;
        final long arrival;
        if (sameNode) {
            arrival = posted + model.sameNodeNanos();
        } else {
            final long wire = adapter.send(posted) + model.oneWayNanos();
            arrival = peer == null ? wire : peer.adapter.receive(wire);
        }
        if (peer != null && status == SendStatus.SENT) {
            peer.reserved++;
            final Delivery delivery = peer.takeSpare();
            delivery.fill(buffer, offset, length);
            scheduler.schedule(arrival, delivery, 0);
        }
        lastRead = NOTHING_READ;
        final SimThread me = scheduler.current();
        final long acknowledged = sameNode ? arrival : adapter.receive(arrival + model.oneWayNanos());
        scheduler.schedule(acknowledged + model.pollNanos(), me, me.beginWait("a SEND", scheduler.now()));
        scheduler.await(me);
        return status;
    }

    private Delivery takeSpare() {
        final Delivery delivery = spare.poll();
        return delivery == null ? new Delivery(this) : delivery;
    }

    /** Called when a notice arrives. */
    void delivered(Delivery delivery) {
        scheduler.note(8, route, delivery.length, delivery.buffer.getLong(0));
        mailbox.add(delivery);
        if (waiter != null) {
            scheduler.schedule(scheduler.now() + model.noticeNanos(), waiter, waiterWait);
        }
        if (listener != null) {
            listener.ring();
        }
    }

    @Override
    public int receive(NoticeHandler handler) {
        final int received = mailbox.size();
        for (int i = 0; i < received; i++) {
            final Delivery delivery = mailbox.remove();
            handler.onNotice(delivery.buffer, 0, delivery.length);
            spare.add(delivery);
            reserved--;
        }
        return received;
    }

    @Override
    public void awaitNotice(long deadlineNanos) {
        if (!mailbox.isEmpty()) {
            return;
        }
        final long deadline = fabric.exact(deadlineNanos);
        if (deadline <= scheduler.now()) {
            return;
        }
        final SimThread me = scheduler.current();
        waiterWait = me.beginWait("a notice", scheduler.now());
        waiter = me;
        if (deadlineNanos != NO_DEADLINE) {
            scheduler.schedule(deadline, me, waiterWait);
        }
        scheduler.await(me);
        waiter = null;
    }

    /** Polls at the model's interval; the READs are the caller's. */
    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        if (lastRead != address) {
            return;
        }
        final long deadline = fabric.exact(deadlineNanos);
        final long wait = Math.min(model.remoteWaitNanos(), deadline - scheduler.now());
        if (wait > 0) {
            scheduler.sleep(wait, "a word");
        }
    }

    @Override
    public void listener(@Nullable Doorbell newListener) {
        listener = newListener;
    }

    @Override
    public VerbCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        closed = true;
        fabric.disconnect(this);
    }
}
