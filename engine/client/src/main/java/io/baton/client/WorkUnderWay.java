package io.baton.client;

import io.baton.client.SharedSockets.Share;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a client that shares its socket has under way: closing it ends that, and nothing of the others. It has no more
 * than its part of the calls that the server takes at once, so that the others' can always be sent: one of them may
 * hold the locks that these wait for. Thread-safe.
 */
final class WorkUnderWay {

    private final SharedSockets sockets;
    private final Share share;
    private final Set<CallFuture<?>> calls = ConcurrentHashMap.newKeySet();
    private final Set<RemoteTransaction> transactions = ConcurrentHashMap.newKeySet();
    private final AtomicInteger signsAwaited = new AtomicInteger();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Semaphore places = new Semaphore(0);

    WorkUnderWay(SharedSockets sockets, Share share) {
        this.sockets = sockets;
        this.share = share;
    }

    /** Whether the client may stay where it is; else it has given its place back, and is to take another one. */
    boolean stays(int callsMax) {
        final boolean stays = sockets.keeps(share, callsMax);
        if (!stays) {
            ended.set(true);
        }
        return stays;
    }

    /** Says how many calls may be under way. */
    void room(int callsMax) {
        places.release(callsMax);
    }

    /** Waits for a place for another call; returns false if there is none and the thread may not wait. */
    boolean enter(CallFuture<?> call, boolean mayWait) {
        if (!places.tryAcquire()) {
            if (!mayWait) {
                return false;
            }
            // No longer than calls may take.
            places.acquireUninterruptibly();
        }
        calls.add(call);
        return true;
    }

    void leave(CallFuture<?> call) {
        calls.remove(call);
        places.release();
    }

    void add(RemoteTransaction transaction) {
        transactions.add(transaction);
        if (ended.get()) {
            transaction.giveUp();
        }
    }

    void ended(RemoteTransaction transaction) {
        transactions.remove(transaction);
    }

    void awaitsSign() {
        signsAwaited.incrementAndGet();
    }

    void hasSign() {
        signsAwaited.decrementAndGet();
    }

    /** Ends all of it, and gives the socket back; once. Behind a silent server nobody else is to get it. */
    void end(String why, boolean silent) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        final boolean owed = silent || !calls.isEmpty() || signsAwaited.get() > 0;
        calls.forEach(call -> call.giveUp(why));
        transactions.forEach(RemoteTransaction::giveUp);
        sockets.giveBack(share, owed);
    }
}
