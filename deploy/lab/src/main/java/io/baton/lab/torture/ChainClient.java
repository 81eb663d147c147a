package io.baton.lab.torture;

import io.baton.fabric.ConnectionLostException;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.NanoClock;

/**
 * A client that takes chains of locks in one order, adds one to the counter of each that it holds exclusively, reads
 * those of the others twice, and releases. One thread.
 */
final class ChainClient implements Runnable {

    private static final int LONG_CHAIN = 20;
    private static final int SHORT_CHAIN = 3;
    private static final int HOT_ONE_IN = 12;
    private static final int SHARED_ONE_IN = 3;
    private static final int OWN_ONE_IN = 3;
    private static final int DEADLINE_ONE_IN = 8;
    private static final int TRY_ONE_IN = 16;
    private static final int LONG_WORK_ONE_IN = 50;
    private static final int PLANTED_ONE_IN = 50;
    private static final long DEADLINE_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(30);
    private static final long THINK_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(4);
    private static final long STILL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final int process;
    private final ClientWitness witness;
    private final List<TortureClient> visits;
    private final RandomGenerator random;
    private final NanoClock clock;
    private final LongConsumer pause;
    private final Mistake planted;
    private final List<Held> held = new ArrayList<>();

    /** A lock that was got in this chain, and where its record is. */
    private record Held(long key, boolean exclusive, int record, long value) {
    }

    ChainClient(int process, ClientWitness witness, List<TortureClient> visits, RandomGenerator random, NanoClock clock,
            LongConsumer pause, Mistake planted) {
        this.process = process;
        this.witness = witness;
        this.visits = visits;
        this.random = random;
        this.clock = clock;
        this.pause = pause;
        this.planted = planted;
    }

    @Override
    public void run() {
        while (true) {
            if (witness.mustStandStill()) {
                witness.still(true);
                if (witness.isLookedAt()) {
                    visits.forEach(TortureClient::giveBack);
                }
                pause.accept(STILL_NANOS);
            } else {
                witness.still(false);
                chain();
                witness.chainEnded();
                pause.accept(random.nextLong(THINK_NANOS_MAX));
            }
        }
    }

    private void chain() {
        visits.forEach(TortureClient::begin);
        final SortedMap<Long, Boolean> wanted = draw();
        final boolean together = random.nextBoolean();
        if (together ? getTogether(wanted) : getOneByOne(wanted)) {
            work();
        }
        if (together) {
            releaseTogether();
        } else {
            release();
        }
    }

    private boolean getOneByOne(SortedMap<Long, Boolean> wanted) {
        boolean goesOn = true;
        for (final var each : wanted.entrySet()) {
            goesOn = goesOn && get(each.getKey(), each.getValue());
        }
        return goesOn;
    }

    /** All locks of a server in one request, server by server. */
    private boolean getTogether(SortedMap<Long, Boolean> wanted) {
        boolean goesOn = true;
        for (int server = 0; server < TortureLayout.SERVERS; server++) {
            final int from = server;
            final List<Long> keys = wanted.keySet().stream().filter(key -> TortureLayout.server(key) == from).toList();
            goesOn = goesOn && (keys.isEmpty() || getTogether(visits.get(server), keys, wanted));
        }
        return goesOn;
    }

    private boolean getTogether(TortureClient visit, List<Long> keys, SortedMap<Long, Boolean> wanted) {
        final LockList list = new LockList();
        keys.forEach(key -> list.add(TortureLayout.lock(key), mode(Boolean.TRUE.equals(wanted.get(key)))));
        final long asked = witness.asks(keys.getFirst());
        final LockOutcome outcome = visit.locks().acquireAll(list, drawDeadline());
        witness.hasAnswer();
        if (outcome == LockOutcome.LOST) {
            visit.life().end();
        }
        boolean goesOn = outcome == LockOutcome.GRANTED;
        // Also those that it has got before the deadline.
        for (final long key : keys.subList(0, goesOn ? keys.size() : visit.locks().heldCount())) {
            goesOn &= entered(key, Boolean.TRUE.equals(wanted.get(key)), asked);
        }
        return goesOn;
    }

    /** The locks of a chain in the order of servers and slots, and whether exclusively; or one of the process's own. */
    private SortedMap<Long, Boolean> draw() {
        if (random.nextInt(OWN_ONE_IN) == 0) {
            final int own = TortureLayout.firstOwn(process) + random.nextInt(TortureLayout.OWN);
            return new TreeMap<>(
                Map.of(TortureLayout.key(random.nextInt(TortureLayout.SERVERS), own),
                    random.nextInt(SHARED_ONE_IN) != 0));
        }
        final int length = 1 + random.nextInt(random.nextInt(4) == 0 ? LONG_CHAIN : SHORT_CHAIN);
        final SortedMap<Long, Boolean> wanted = new TreeMap<>();
        while (wanted.size() < length) {
            final int lock = random.nextInt(random.nextInt(HOT_ONE_IN) == 0 ? TortureLayout.HOT : TortureLayout.SHARED);
            wanted.put(TortureLayout.key(random.nextInt(TortureLayout.SERVERS), lock),
                random.nextInt(SHARED_ONE_IN) != 0);
        }
        return wanted;
    }

    /** Gets one lock more, and reads its counter. Returns whether the chain goes on. */
    boolean get(long key, boolean exclusive) {
        final TortureClient visit = visits.get(TortureLayout.server(key));
        final int lock = TortureLayout.lock(key);
        final long asked = witness.asks(key);
        final LockOutcome outcome = ask(visit.locks(), lock, mode(exclusive));
        witness.hasAnswer();
        if (outcome == LockOutcome.LOST) {
            visit.life().end();
        }
        return outcome == LockOutcome.GRANTED && entered(key, exclusive, asked);
    }

    private boolean entered(long key, boolean exclusive, long asked) {
        final TortureClient visit = visits.get(TortureLayout.server(key));
        final int lock = TortureLayout.lock(key);
        final int record = witness.enters(key, exclusive, asked, visit.life(), visit.locks().token(lock));
        final long begun = clock.nanoTime();
        final long value = read(visit, lock);
        if (value != Witness.NOT_READ) {
            witness.read(record, begun, value);
        }
        held.add(new Held(key, exclusive, record, value));
        return value != Witness.NOT_READ;
    }

    private LockMode mode(boolean exclusive) {
        final boolean mistaken = planted == Mistake.SHARED_FOR_EXCLUSIVE && random.nextInt(PLANTED_ONE_IN) == 0;
        return exclusive && !mistaken ? LockMode.EXCLUSIVE : LockMode.SHARED;
    }

    private LockOutcome ask(LockClient locks, int lock, LockMode mode) {
        if (random.nextInt(TRY_ONE_IN) == 0) {
            return locks.tryAcquire(lock, mode);
        }
        return locks.acquire(lock, mode, drawDeadline());
    }

    private long drawDeadline() {
        return random.nextInt(DEADLINE_ONE_IN) == 0
            ? clock.nanoTime() + random.nextLong(DEADLINE_NANOS_MAX) : LockClient.NO_DEADLINE;
    }

    private static long read(TortureClient visit, int lock) {
        try {
            return visit.data().readWord(TortureLayout.counter(lock));
        } catch (ConnectionLostException e) {
            visit.life().end();
            return Witness.NOT_READ;
        }
    }

    void work() {
        if (random.nextInt(LONG_WORK_ONE_IN) == 0) {
            pause.accept(WORK_NANOS);
        }
        for (final Held each : held) {
            final TortureClient visit = visits.get(TortureLayout.server(each.key));
            final int lock = TortureLayout.lock(each.key);
            if (each.exclusive) {
                write(visit, lock, each);
            } else {
                final long begun = clock.nanoTime();
                final long again = read(visit, lock);
                if (again != Witness.NOT_READ) {
                    witness.readAgain(each.record, begun, again != each.value);
                }
            }
        }
    }

    private void write(TortureClient visit, int lock, Held each) {
        try {
            witness.writes(each.record);
            visit.data().writeWord(TortureLayout.counter(lock), each.value + 1);
            witness.wrote(each.record);
        } catch (ConnectionLostException e) {
            visit.life().end();
        }
    }

    void release() {
        for (final Held each : held.reversed()) {
            final TortureClient visit = visits.get(TortureLayout.server(each.key));
            witness.leaves(each.record);
            witness.released(each.record, release(visit.locks(), TortureLayout.lock(each.key)), visit.life());
        }
        held.clear();
    }

    /** All locks of a server in one request. */
    private void releaseTogether() {
        held.forEach(each -> witness.leaves(each.record));
        for (int server = 0; server < TortureLayout.SERVERS; server++) {
            final TortureClient visit = visits.get(server);
            final boolean had = visit.locks().heldCount() > 0
                && visit.locks().releaseAllAndTell() == LockOutcome.GRANTED;
            for (final Held each : held) {
                if (TortureLayout.server(each.key) == server) {
                    witness.released(each.record, had, visit.life());
                }
            }
        }
        held.clear();
    }

    /** Returns whether the client is told that it has had the lock; another of the chain may have told of the loss. */
    private static boolean release(LockClient locks, int lock) {
        return locks.held(lock) != null && locks.releaseAndTell(lock) == LockOutcome.GRANTED;
    }
}
