package io.baton.fabric.inprocess;

import io.baton.fabric.AddFields;
import io.baton.fabric.Call;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.ReadPair;
import io.baton.fabric.SendStatus;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbCounters;
import io.baton.fabric.WordPair;
import io.baton.fabric.WordVerb;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One client of an {@link InProcessFabric}.
 *
 * <p>Concurrency: who delivers stores {@link #mail} or {@link #asideMail} and then looks whether the receiver waits,
 * and for what; who waits announces that and then looks at both. All four are volatile, so one of the two sees the
 * other.
 */
final class InProcessEndpoint implements Endpoint {

    private final InProcessFabric fabric;
    private final long route;
    private final InProcessMemory memory;
    private final Mailbox mailbox;
    private final Waiters waiters;
    private final ParkedDoorbell doorbell;
    private final WordWatch watch;
    private final VerbCounters counters = new VerbCounters();
    private final BooleanSupplier hasMail;
    private final BooleanSupplier hasTurn;
    private final BooleanSupplier hasWord;
    private volatile @Nullable Doorbell listener;
    private volatile boolean closed;
    /** Whether the mailbox may hold notices: one look at it is cheaper than two into the ring. */
    private volatile boolean mail;
    /** The same for notices that need not end a wait for a turn. */
    private volatile boolean asideMail;
    /** Whether the client waits for its turn only. */
    private volatile boolean awaitsTurn;
    /** Whether another thread wants a wait to end; the waiter takes it back. */
    private volatile boolean woken;

    InProcessEndpoint(
            InProcessFabric fabric, long route, InProcessMemory memory, Mailbox mailbox, ParkedDoorbell doorbell,
            Waiters waiters) {
        this.fabric = fabric;
        this.route = route;
        this.memory = memory;
        this.mailbox = mailbox;
        this.waiters = waiters;
        this.doorbell = doorbell;
        this.watch = new WordWatch(doorbell::ring);
        this.hasMail = () -> mail || asideMail;
        this.hasTurn = () -> mail;
        this.hasWord = () -> memory.wordMatches(watch.address, watch.mask, watch.value);
    }

    @Override
    public long route() {
        return route;
    }

    @Override
    public long readWord(long address) {
        counters.countRead();
        return memory.readWord(address);
    }

    @Override
    public void writeWord(long address, long value) {
        counters.countWrite();
        memory.writeWord(address, value);
    }

    @Override
    public long cas(long address, long compare, long swap) {
        counters.countCas();
        return memory.cas(address, compare, swap);
    }

    @Override
    public long faa(long address, long add) {
        counters.countFaa();
        return memory.faa(address, add);
    }

    @Override
    public void read(long address, WordPair result) {
        counters.countRead();
        memory.read(address, result);
    }

    @Override
    public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow, long swapHigh,
            WordPair old) {
        counters.countExtCas();
        return memory.extCas(address, masks, compareLow, compareHigh, swapLow, swapHigh, old);
    }

    @Override
    public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
        counters.countExtFaa();
        memory.extFaa(address, fields, addLow, addHigh, old);
    }

    /** Executes the verbs: there is nothing to wait for. */
    @Override
    public void post(VerbBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            if (batch.verb(i) instanceof Call call) {
                fabric.called(call);
            }
        }
        boolean goesOn = true;
        for (int i = 0; i < batch.size(); i++) {
            if (goesOn) {
                execute(batch.verb(i));
            }
            batch.executed(i, goesOn);
            goesOn = goesOn && batch.goesOn(i);
        }
    }

    /** Not a switch over patterns, which takes as long as a verb. */
    private void execute(Verb verb) {
        if (verb instanceof ExtCas cas) {
            counters.countExtCas();
            memory.extCas(cas);
        } else if (verb instanceof ExtFaa faa) {
            counters.countExtFaa();
            memory.extFaa(faa);
        } else if (verb instanceof ReadPair read) {
            counters.countRead();
            memory.read(read);
        } else if (verb instanceof WordVerb word) {
            execute(word);
        } else if (verb instanceof Call call) {
            call.execute(fabric.called(call), route);
        }
    }

    private void execute(WordVerb verb) {
        switch (verb.kind()) {
            case WRITE -> {
                writeWord(verb.address(), verb.operand());
                verb.complete(0, 0);
            }
            case CAS -> verb.complete(cas(verb.address(), verb.compare(), verb.operand()), 0);
            case FAA -> verb.complete(faa(verb.address(), verb.operand()), 0);
            default -> verb.complete(readWord(verb.address()), 0);
        }
    }

    @Override
    public void await(VerbBatch batch) {
        // The caller has executed it.
    }

    @Override
    public SendStatus send(long receiver, DirectBuffer buffer, int offset, int length) {
        return send(receiver, buffer, offset, length, false);
    }

    @Override
    public SendStatus sendAside(long receiver, DirectBuffer buffer, int offset, int length) {
        return send(receiver, buffer, offset, length, true);
    }

    private SendStatus send(long receiver, DirectBuffer buffer, int offset, int length, boolean aside) {
        if (length < 1 || length > NOTICE_BYTES_MAX) {
            throw new IllegalArgumentException("a notice of " + length + " bytes: give 1 to " + NOTICE_BYTES_MAX);
        }
        counters.countSend();
        final InProcessEndpoint peer = fabric.peer(receiver);
        if (peer == null || peer.closed) {
            return SendStatus.NO_SUCH_PEER;
        }
        return peer.deliver(buffer, offset, length, aside) ? SendStatus.SENT : SendStatus.MAILBOX_FULL;
    }

    /** Where there is no room for it, what need not end a wait ends it too, so that there will be. */
    private boolean deliver(DirectBuffer buffer, int offset, int length, boolean aside) {
        final boolean delivered = mailbox.offer(buffer, offset, length);
        if (delivered && aside) {
            asideMail = true;
            if (!awaitsTurn) {
                doorbell.ringIfAwaited();
            }
        } else {
            mail = true;
            doorbell.ringIfAwaited();
        }
        if (!delivered) {
            return false;
        }
        final Doorbell also = listener;
        if (also != null) {
            also.ring();
        }
        return true;
    }

    @Override
    public int receive(NoticeHandler handler) {
        if (!mail && !asideMail) {
            return 0;
        }
        mail = false;
        asideMail = false;
        return mailbox.drain(handler);
    }

    @Override
    public void awaitNotice(long deadlineNanos) {
        await(hasMail, deadlineNanos);
    }

    @Override
    public void awaitTurn(long deadlineNanos) {
        awaitsTurn = true;
        try {
            await(hasTurn, deadlineNanos);
        } finally {
            awaitsTurn = false;
        }
    }

    private void await(BooleanSupplier come, long deadlineNanos) {
        if (come.getAsBoolean()) {
            return;
        }
        waiters.enter();
        try {
            if (!waiters.linger(come)) {
                parkForNotice(come, deadlineNanos);
            }
        } finally {
            waiters.leave();
        }
    }

    private void parkForNotice(BooleanSupplier come, long deadlineNanos) {
        doorbell.announce();
        doorbell.rearm();
        while (!come.getAsBoolean() && !woken && !doorbell.over(deadlineNanos)) {
            doorbell.park(deadlineNanos);
            doorbell.rearm();
        }
        woken = false;
        doorbell.withdraw();
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        if (memory.wordMatches(address, mask, value)) {
            return;
        }
        waiters.enter();
        try {
            watch.expect(address, mask, value);
            if (!waiters.linger(hasWord) && memory.watch(watch, address, mask, value)) {
                parkForWord(deadlineNanos);
            }
        } finally {
            waiters.leave();
        }
    }

    private void parkForWord(long deadlineNanos) {
        doorbell.announce();
        doorbell.rearm();
        while (watch.isWaiting() && !woken && !doorbell.over(deadlineNanos)) {
            doorbell.park(deadlineNanos);
            doorbell.rearm();
        }
        woken = false;
        doorbell.withdraw();
        if (watch.isWaiting()) {
            memory.unwatch(watch);
        }
    }

    @Override
    public void wake() {
        woken = true;
        doorbell.ringIfAwaited();
    }

    /** Called by the keeper of deadlines; tells whether a thread waits here with a far deadline. */
    boolean ringIfOver() {
        return doorbell.ringIfOver();
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
