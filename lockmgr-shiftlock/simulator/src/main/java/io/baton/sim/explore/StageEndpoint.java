package io.baton.sim.explore;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.ConnectionLostException;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** An endpoint of a {@link Stage}: every verb stops the calling thread before it takes effect. */
final class StageEndpoint implements Endpoint {

    final int admission;
    final List<byte[]> mailbox = new ArrayList<>();
    final StageProcess process;
    private final Stage stage;
    private final long route;
    private final VerbCounters counters = new VerbCounters();
    private @Nullable Doorbell listener;
    boolean closed;
    /** Whether a verb was refused or given up, so that there is no connection any more. */
    boolean broken;

    StageEndpoint(Stage stage, StageProcess process, long route, int admission) {
        this.stage = stage;
        this.process = process;
        this.route = route;
        this.admission = admission;
    }

    @Override
    public long route() {
        return route;
    }

    private Request post(Request request) {
        final Actor actor = stage.current();
        if (broken) {
            throw lost();
        }
        actor.post(request);
        if (request.refused || actor.gaveUp) {
            broken = true;
            throw lost();
        }
        actor.see(request.low);
        actor.see(request.high);
        return request;
    }

    private ConnectionLostException lost() {
        return new ConnectionLostException("client " + Route.toString(route) + " has lost its connection");
    }

    private long word(Request.Kind kind, long address, long first, long second) {
        return post(Request.word(kind, this, address, first, second)).low;
    }

    @Override
    public long readWord(long address) {
        return word(Request.Kind.READ, address, 0, 0);
    }

    @Override
    public void writeWord(long address, long value) {
        word(Request.Kind.WRITE, address, value, 0);
    }

    @Override
    public long cas(long address, long compare, long swap) {
        return word(Request.Kind.CAS, address, compare, swap);
    }

    @Override
    public long faa(long address, long add) {
        return word(Request.Kind.FAA, address, add, 0);
    }

    @Override
    public void read(ReadPair verb) {
        complete(verb, post(Request.word(Request.Kind.READ_PAIR, this, verb.address(), 0, 0)));
    }

    @Override
    public void extCas(ExtCas verb) {
        complete(verb, post(Request.extCas(this, verb)));
    }

    @Override
    public void extFaa(ExtFaa verb) {
        complete(verb, post(Request.extFaa(this, verb)));
    }

    private static void complete(Verb verb, Request executed) {
        verb.complete(executed.low, executed.high);
    }

    @Override
    public void read(long address, WordPair result) {
        final ReadPair verb = new ReadPair().at(address);
        read(verb);
        result.set(verb.oldLow(), verb.oldHigh());
    }

    @Override
    public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow, long swapHigh,
            WordPair old) {
        final ExtCas verb = new ExtCas().at(address)
            .compareLow(masks.compareLow(), compareLow & masks.compareLow())
            .compareHigh(masks.compareHigh(), compareHigh & masks.compareHigh())
            .swapLow(masks.swapLow(), swapLow & masks.swapLow())
            .swapHigh(masks.swapHigh(), swapHigh & masks.swapHigh());
        extCas(verb);
        old.set(verb.oldLow(), verb.oldHigh());
        return verb.succeeded();
    }

    @Override
    public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
        final ExtFaa verb = new ExtFaa().at(address)
            .addLow(addLow, fields.boundaryLow())
            .addHigh(addHigh, fields.boundaryHigh());
        extFaa(verb);
        old.set(verb.oldLow(), verb.oldHigh());
    }

    /** One verb after the other: others may come in between, as on real adapters. */
    @Override
    public void execute(VerbBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            switch (batch.verb(i)) {
                case ExtCas verb -> extCas(verb);
                case ExtFaa verb -> extFaa(verb);
                case ReadPair verb -> read(verb);
            }
        }
    }

    @Override
    public SendStatus send(long receiver, DirectBuffer buffer, int offset, int length) {
        final byte[] notice = new byte[length];
        buffer.getBytes(offset, notice);
        final Wording.Role role = stage.wording().role(new UnsafeBuffer(notice));
        if (role == Wording.Role.HEARTBEAT) {
            process.heartbeat = notice;
        }
        if (role == Wording.Role.HEARTBEAT_ANSWER && stage.isExploring()) {
            return SendStatus.SENT;
        }
        final Actor actor = stage.current();
        final Request request = actor.post(Request.send(this, receiver, notice));
        final SendStatus status = actor.gaveUp ? SendStatus.UNKNOWN : request.status;
        actor.see(status.name().hashCode());
        return status;
    }

    void deliver(byte[] notice) {
        if (stage.wording().role(new UnsafeBuffer(notice)) != Wording.Role.NUDGE
            || mailbox.stream().noneMatch(mail -> Arrays.equals(mail, notice))) {
            mailbox.add(notice);
        }
        if (listener != null) {
            listener.ring();
        }
    }

    @Override
    public int receive(NoticeHandler handler) {
        final Actor actor = stage.current();
        final int received = mailbox.size();
        for (int i = 0; i < received; i++) {
            final byte[] notice = mailbox.get(i);
            actor.see(Request.digest(1, notice));
            handler.onNotice(new UnsafeBuffer(notice), 0, notice.length);
        }
        mailbox.subList(0, received).clear();
        actor.see(received);
        return received;
    }

    @Override
    public void awaitNotice(long deadlineNanos) {
        final Actor actor = stage.current().set(StepKind.AWAIT_NOTICE);
        actor.endpoint = this;
        actor.deadline = deadlineNanos;
        actor.pause();
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        final Actor actor = stage.current().set(StepKind.AWAIT_WORD);
        actor.endpoint = this;
        actor.address = address;
        actor.mask = mask;
        actor.value = value & mask;
        actor.deadline = deadlineNanos;
        actor.pause();
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
    }

    long digest() {
        long hash = Digests.mix((closed ? 1 : 0) | (broken ? 2 : 0), listener == null ? 0 : 1);
        for (byte[] notice : mailbox) {
            hash = Request.digest(hash, notice);
        }
        return hash;
    }
}
