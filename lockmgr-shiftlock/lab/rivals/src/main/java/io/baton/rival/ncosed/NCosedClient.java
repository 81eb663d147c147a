package io.baton.rival.ncosed;

import io.baton.fabric.Fabric;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.RivalClient;
import io.baton.rival.WordTable;
import java.util.random.RandomGenerator;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.LongArrayList;

/**
 * A client of {@link NCosedTable}.
 *
 * <p>A notice that comes in only changes what is remembered; what has to be sent on is sent by the next wait, so
 * that emptying the mailbox never needs room in another.
 */
final class NCosedClient extends RivalClient<NCosedHold> implements NoticeHandler {

    /** Between two attempts to send to a client whose mailbox is full. */
    private static final long MAILBOX_FULL_PAUSE_NANOS = 5_000;

    private final NCosedNotice in = new NCosedNotice();
    private final NCosedNotice out = new NCosedNotice();
    /** The holds to which a notice may come: a writer's from before its CAS to its release, a waiting reader's. */
    private final Int2ObjectHashMap<NCosedHold> awaited = new Int2ObjectHashMap<>();
    /** Slot and predecessor of each release that has to be sent on, in turn. */
    private final LongArrayList forwards = new LongArrayList();
    private long attempts;

    NCosedClient(Fabric fabric, int slots, RandomGenerator random) {
        super(fabric, slots, random);
    }

    @Override
    protected NCosedHold newHold() {
        return new NCosedHold();
    }

    @Override
    protected LockOutcome enter(NCosedHold hold, long deadlineNanos) {
        hold.begin(++attempts);
        if (hold.mode() == LockMode.SHARED) {
            enterShared(hold);
            return LockOutcome.GRANTED;
        }
        return enterExclusive(hold, deadlineNanos);
    }

    private LockOutcome enterExclusive(NCosedHold hold, long deadlineNanos) {
        awaited.put(hold.slot(), hold);
        final long address = WordTable.address(hold.slot());
        long expected = NCosedWord.FREE;
        long old = endpoint.cas(address, expected, endpoint.route());
        while (old != expected) {
            if (over(deadlineNanos)) {
                awaited.remove(hold.slot());
                return LockOutcome.DEADLINE;
            }
            expected = old;
            old = endpoint.cas(address, expected, endpoint.route());
        }
        hold.predecessor = NCosedWord.tail(old);
        if (hold.predecessor == Route.NONE) {
            hold.granted = true;
            hold.readersAhead = NCosedWord.count(old);
        } else {
            send(hold.predecessor, NCosedNotice.REQUEST_EXCLUSIVE, hold.slot(), hold.attempt, endpoint.route(),
                NCosedWord.count(old));
        }
        if (!hold.isTurn()) {
            counters.count(LockCounter.WAITS);
            while (!hold.isTurn()) {
                awaitNotice();
            }
        }
        return LockOutcome.GRANTED;
    }

    private void enterShared(NCosedHold hold) {
        awaited.put(hold.slot(), hold);
        final long old = endpoint.faa(WordTable.address(hold.slot()), NCosedWord.READER);
        if (NCosedWord.hasTail(old)) {
            counters.count(LockCounter.WAITS);
            send(NCosedWord.tail(old), NCosedNotice.REQUEST_SHARED, hold.slot(), hold.attempt, endpoint.route(), 0);
            while (!hold.granted) {
                awaitNotice();
            }
        }
        awaited.remove(hold.slot());
    }

    @Override
    protected LockOutcome tryEnter(NCosedHold hold) {
        hold.begin(++attempts);
        final long address = WordTable.address(hold.slot());
        if (hold.mode() == LockMode.EXCLUSIVE) {
            return swapIn(hold, NCosedWord.FREE);
        }
        long word = endpoint.readWord(address);
        while (!NCosedWord.hasTail(word)) {
            final long old = endpoint.cas(address, word, word + NCosedWord.READER);
            if (old == word) {
                return LockOutcome.GRANTED;
            }
            word = old;
        }
        return LockOutcome.BUSY;
    }

    /** A sole reader in the word's count takes the tail instead. */
    @Override
    protected LockOutcome promote(NCosedHold hold) {
        return hold.successor == Route.NONE ? swapIn(hold, NCosedWord.READER) : LockOutcome.BUSY;
    }

    private LockOutcome swapIn(NCosedHold hold, long expected) {
        awaited.put(hold.slot(), hold);
        if (endpoint.cas(WordTable.address(hold.slot()), expected, endpoint.route()) == expected) {
            return LockOutcome.GRANTED;
        }
        awaited.remove(hold.slot());
        return LockOutcome.BUSY;
    }

    @Override
    protected void leave(NCosedHold hold) {
        if (hold.mode() == LockMode.EXCLUSIVE) {
            leaveExclusive(hold);
            awaited.remove(hold.slot());
        } else if (hold.successor != Route.NONE) {
            send(hold.successor, NCosedNotice.RELEASE, hold.slot(), hold.successorAttempt, Route.NONE, 0);
        } else {
            final long old = endpoint.faa(WordTable.address(hold.slot()), -NCosedWord.READER);
            if (NCosedWord.hasTail(old)) {
                send(NCosedWord.tail(old), NCosedNotice.RELEASE_STRAY, hold.slot(), 0, Route.NONE, 0);
            }
        }
    }

    private void leaveExclusive(NCosedHold hold) {
        endpoint.receive(this);
        if (hold.successor == Route.NONE) {
            final long readers = swapOut(hold);
            if (readers >= 0) {
                grantReaders(hold, readers);
                return;
            }
            while (hold.successor == Route.NONE) {
                awaitNotice();
            }
        }
        final long readers = NCosedWord.readers(hold.successorCount, hold.strays);
        send(hold.successor, NCosedNotice.GRANT_EXCLUSIVE, hold.slot(), hold.successorAttempt, Route.NONE, readers);
        counters.count(LockCounter.HANDOVERS);
        grantReaders(hold, readers);
    }

    /** Takes this client out of the tail; returns how many readers it leaves behind, or −1: it has a successor. */
    private long swapOut(NCosedHold hold) {
        final long address = WordTable.address(hold.slot());
        long word = NCosedWord.of(hold.readers.size() / 2L - hold.strays, endpoint.route());
        while (true) {
            final long readers = NCosedWord.readers(NCosedWord.count(word), hold.strays);
            final long old = endpoint.cas(address, word, NCosedWord.of(readers, Route.NONE));
            if (old == word) {
                return readers;
            }
            if (NCosedWord.tail(old) != endpoint.route()) {
                return -1;
            }
            word = old;
        }
    }

    /** Grants the lock to all readers of this writer's count, the requests of some of which may still be on the way. */
    private void grantReaders(NCosedHold hold, long readers) {
        for (int i = 0; i < readers; i++) {
            while (hold.readers.size() <= 2 * i) {
                awaitNotice();
            }
            send(hold.readers.getLong(2 * i), NCosedNotice.GRANT_SHARED, hold.slot(), hold.readers.getLong(2 * i + 1),
                hold.successor, hold.successorAttempt);
        }
        if (hold.readers.size() != 2 * readers) {
            throw new IllegalStateException("slot " + hold.slot() + ": " + hold.readers.size() / 2
                + " readers have asked, and the count says " + readers);
        }
    }

    private void awaitNotice() {
        if (endpoint.receive(this) == 0 && forwards.isEmpty()) {
            endpoint.awaitNotice(NO_DEADLINE);
            return;
        }
        for (int i = 0; i < forwards.size(); i += 2) {
            send(forwards.getLong(i + 1), NCosedNotice.RELEASE_FORWARDED, (int) forwards.getLong(i), 0, Route.NONE, 0);
        }
        forwards.clear();
    }

    private void send(long route, byte kind, int slot, long attempt, long about, long number) {
        out.compose(kind, slot, attempt, about, number);
        SendStatus status = endpoint.send(route, out.composed(), 0, NCosedNotice.BYTES);
        while (status == SendStatus.MAILBOX_FULL) {
            // The other may be waiting for room here.
            endpoint.receive(this);
            pause(MAILBOX_FULL_PAUSE_NANOS);
            status = endpoint.send(route, out.composed(), 0, NCosedNotice.BYTES);
        }
        if (status == SendStatus.NO_SUCH_PEER) {
            throw new IllegalStateException("slot " + slot + ": client " + Route.toString(route)
                + " is gone; N-CoSED survives no client that ends while others need it");
        }
    }

    @Override
    public void onNotice(DirectBuffer buffer, int offset, int length) {
        in.wrap(buffer, offset);
        final NCosedHold hold = awaited.get(in.slot());
        final byte kind = in.kind();
        final boolean answers = kind == NCosedNotice.GRANT_SHARED || kind == NCosedNotice.GRANT_EXCLUSIVE
            || kind == NCosedNotice.RELEASE;
        if (hold == null || (answers && hold.attempt != in.attempt())) {
            throw new IllegalStateException("slot " + in.slot() + ": a notice of kind " + kind + " for attempt "
                + in.attempt() + ", which is not awaited");
        }
        switch (kind) {
            case NCosedNotice.REQUEST_SHARED -> {
                hold.readers.addLong(in.route());
                hold.readers.addLong(in.attempt());
            }
            case NCosedNotice.REQUEST_EXCLUSIVE -> {
                hold.successor = in.route();
                hold.successorAttempt = in.attempt();
                hold.successorCount = in.number();
            }
            case NCosedNotice.GRANT_SHARED -> {
                hold.successor = in.route();
                hold.successorAttempt = in.number();
                hold.granted = true;
            }
            case NCosedNotice.GRANT_EXCLUSIVE -> {
                hold.readersAhead = in.number();
                hold.granted = true;
            }
            case NCosedNotice.RELEASE -> hold.readersDone++;
            case NCosedNotice.RELEASE_STRAY -> {
                hold.strays++;
                onRelease(hold);
            }
            case NCosedNotice.RELEASE_FORWARDED -> onRelease(hold);
            default -> throw new IllegalStateException("a notice of unknown kind " + kind);
        }
    }

    private void onRelease(NCosedHold hold) {
        if (hold.predecessor == Route.NONE) {
            hold.readersDone++;
        } else {
            forwards.addLong(hold.slot());
            forwards.addLong(hold.predecessor);
        }
    }
}
