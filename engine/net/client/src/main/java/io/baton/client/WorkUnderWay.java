package io.baton.client;

import io.baton.client.SharedSockets.Share;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a client that shares its socket has under way: closing it ends that, and nothing of the others. Its calls have
 * places among those of all ({@link SocketPlaces}). Thread-safe.
 */
final class WorkUnderWay {

    private final SharedSockets sockets;
    private final Share share;
    private final Set<CallFuture<?>> calls = ConcurrentHashMap.newKeySet();
    private final Set<RemoteTransaction> transactions = ConcurrentHashMap.newKeySet();
    private final AtomicInteger signsAwaited = new AtomicInteger();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final SocketPlaces.Part part = new SocketPlaces.Part();
    /** Null until the server has said how many there are. */
    private volatile @Nullable SocketPlaces places;

    WorkUnderWay(SharedSockets sockets, Share share) {
        this.sockets = sockets;
        this.share = share;
    }

    /** Whether the client may stay where it is; else it has given its place back, and is to take another one. */
    boolean stays(int callsMax) {
        final SocketPlaces kept = sockets.keeps(share, callsMax);
        places = kept;
        if (kept == null) {
            ended.set(true);
        }
        return kept != null;
    }

    private SocketPlaces places() {
        return Objects.requireNonNull(places, "known since the client has connected");
    }

    /** How many calls may be under way, if the others have few. */
    int most() {
        return places().most();
    }

    /** Waits for a place for another call; returns false if there is none and the thread may not wait any more. */
    boolean enter(CallFuture<?> call, boolean mayWait) {
        if (mayWait ? !places().enter(part, call) : !places().tryEnter(part)) {
            return false;
        }
        calls.add(call);
        return true;
    }

    void leave(CallFuture<?> call) {
        calls.remove(call);
        places().leave(part);
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
