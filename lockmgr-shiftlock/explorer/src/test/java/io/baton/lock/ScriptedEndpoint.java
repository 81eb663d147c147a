package io.baton.lock;

import io.baton.explore.graph.Digests;
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
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbCounters;
import io.baton.fabric.WordPair;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** An endpoint of a {@link Stage}: every verb stops the calling actor before it is executed. */
final class ScriptedEndpoint implements Endpoint {

    final int index;
    final List<Notice> mailbox = new ArrayList<>();
    private final Stage stage;
    private final ScriptedFabric fabric;
    private final VerbCounters counters = new VerbCounters();
    private @Nullable Doorbell listener;
    /** Hash of all that was ever observed through this endpoint. */
    long history;
    /** Hash of what the verbs of a batch have returned that is not yet complete. */
    long batchSoFar;
    boolean closed;

    ScriptedEndpoint(Stage stage, ScriptedFabric fabric, int index) {
        this.stage = stage;
        this.fabric = fabric;
        this.index = index;
    }

    @Override
    public long route() {
        return Route.of(1, index);
    }

    @Override
    public long readWord(long address) {
        final Actor actor = stage.current();
        actor.step.set(StepKind.READ_WORD, this).address = address;
        actor.pause();
        counters.countRead();
        final long word = fabric.word(address);
        observe(word);
        if (stage.tracing()) {
            stage.trace(actor, address % LockEntry.BYTES == 0
                ? "epoch=" + LockEntry.epoch(word) + " readers=" + LockEntry.readers(word)
                    + " tail=" + stage.texts().client(LockEntry.tail(word))
                : "relCnt=" + Texts.relCnt(word));
        }
        return word;
    }

    @Override
    public void writeWord(long address, long value) {
        throw new UnsupportedOperationException("no lock protocol writes");
    }

    @Override
    public long cas(long address, long compare, long swap) {
        throw new UnsupportedOperationException("no scripted protocol uses 8-byte atomics");
    }

    @Override
    public long faa(long address, long add) {
        throw new UnsupportedOperationException("no scripted protocol uses 8-byte atomics");
    }

    @Override
    public void read(ReadPair verb) {
        final Actor actor = stage.current();
        actor.step.set(StepKind.READ_PAIR, this).verb = verb;
        actor.pause();
        counters.countRead();
        verb.complete(fabric.word(verb.address()), fabric.word(verb.address() + Long.BYTES));
        observe(verb.oldLow(), verb.oldHigh());
    }

    @Override
    public void extCas(ExtCas verb) {
        final Actor actor = stage.current();
        actor.step.set(StepKind.EXT_CAS, this).verb = verb;
        actor.pause();
        counters.countExtCas();
        final long low = fabric.word(verb.address());
        final long high = fabric.word(verb.address() + Long.BYTES);
        final boolean swap = verb.matches(low, high);
        if (swap) {
            fabric.word(verb.address(), verb.newLow(low));
            fabric.word(verb.address() + Long.BYTES, verb.newHigh(high));
        }
        observe(low, high);
        verb.complete(low, high);
        if (stage.tracing()) {
            stage.trace(actor, (swap ? "ok, was " : "fails, is ") + stage.texts().entry(low, high));
        }
    }

    @Override
    public void extFaa(ExtFaa verb) {
        final Actor actor = stage.current();
        actor.step.set(StepKind.EXT_FAA, this).verb = verb;
        actor.pause();
        counters.countExtFaa();
        final long low = fabric.word(verb.address());
        final long high = fabric.word(verb.address() + Long.BYTES);
        fabric.word(verb.address(), verb.newLow(low));
        fabric.word(verb.address() + Long.BYTES, verb.newHigh(low, high));
        observe(low, high);
        verb.complete(low, high);
        if (stage.tracing()) {
            stage.trace(actor, "was " + stage.texts().entry(low, high));
        }
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

    @Override
    public void execute(VerbBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            switch (batch.verb(i)) {
                case ExtCas verb -> extCas(verb);
                case ExtFaa verb -> extFaa(verb);
                case ReadPair verb -> read(verb);
            }
            batchSoFar = Digests.mix(batchSoFar, Digests.mix(batch.verb(i).oldLow(), batch.verb(i).oldHigh()));
        }
        batchSoFar = 0;
    }

    @Override
    public SendStatus send(long route, DirectBuffer buffer, int offset, int length) {
        final Actor actor = stage.current();
        final Notice sent = Notice.decode(index, Route.queuePair(route), buffer, offset);
        final Step step = actor.step.set(StepKind.SEND, this);
        step.notice = sent;
        step.value = route;
        actor.pause();
        counters.countSend();
        final SendStatus status = fabric.endpoint(sent.to()).closed ? SendStatus.NO_SUCH_PEER : SendStatus.SENT;
        if (status == SendStatus.SENT) {
            fabric.send(sent);
        }
        observe(status == SendStatus.SENT ? 1 : 0);
        if (stage.tracing()) {
            stage.trace(actor, "");
        }
        return status;
    }

    @Override
    public int receive(NoticeHandler handler) {
        final int received = mailbox.size();
        for (int i = 0; i < received; i++) {
            observe(mailbox.get(i).digest());
            handler.onNotice(mailbox.get(i).encode(), 0, LockNotice.BYTES);
        }
        mailbox.clear();
        observe(received);
        return received;
    }

    @Override
    public void awaitNotice(long deadlineNanos) {
        final Actor actor = stage.current();
        actor.step.set(StepKind.AWAIT_NOTICE, this).deadline = deadlineNanos;
        actor.pause();
        observe(mailbox.size());
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        final Actor actor = stage.current();
        final Step step = actor.step.set(StepKind.AWAIT_WORD, this);
        step.address = address;
        step.mask = mask;
        step.value = value & mask;
        step.deadline = deadlineNanos;
        actor.pause();
        observe(fabric.word(address) & mask);
    }

    void observe(long a) {
        history = Digests.mix(history, a);
    }

    private void observe(long low, long high) {
        observe(low);
        observe(high);
    }

    void deliver(Notice notice) {
        mailbox.add(notice);
        if (listener != null) {
            listener.ring();
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
    }
}
