package io.baton.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sockets that clients share, for programs with many clients that make a call each: calls that are made at once leave
 * with one write, and their answers come with one read. A socket is opened by the first of its clients and closed with
 * the last; so are the threads that read and write for all of them. Thread-safe.
 *
 * @see ClientOptions#share
 */
public final class SharedSockets {

    private final int threadsWanted;
    @GuardedBy("this")
    private final Map<Object, List<Share>> open = new HashMap<>();
    @GuardedBy("this")
    private @Nullable ClientThreads threads;
    /** How many sockets these threads serve. */
    @GuardedBy("this")
    private int served;

    /** A socket with its clients. Belongs to the latch of its {@code SharedSockets}, but for what is final. */
    static final class Share {
        final LinkSource source;
        private final Object key;
        /** Of its own, or null. */
        private final @Nullable ClientThreads ownThreads;
        private int clients;
        private int clientsMax;
        /** Known since the server has said how many calls it takes at once. */
        private @Nullable SocketPlaces places;
        /** Whether nobody else is to rely on it. */
        private boolean suspect;

        Share(LinkSource source, Object key, int clientsMax, @Nullable ClientThreads ownThreads) {
            this.source = source;
            this.key = key;
            this.clientsMax = clientsMax;
            this.ownThreads = ownThreads;
        }
    }

    /**
     * Makes them; nothing is open yet.
     *
     * @param threads how many read and write, 1 or more
     * @throws IllegalArgumentException if there is none
     */
    public SharedSockets(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " threads: give 1 or more");
        }
        this.threadsWanted = threads;
    }

    /** Takes a place at a socket. */
    synchronized Share take(ClientOptions options, Object key, int clientsMax) {
        final List<Share> shares = open.computeIfAbsent(key, any -> new ArrayList<>());
        for (final Share share : shares) {
            if (share.clients < share.clientsMax && !share.suspect) {
                share.clients++;
                return share;
            }
        }
        final Share share = opened(options, key, clientsMax);
        share.clients = 1;
        shares.add(share);
        return share;
    }

    /**
     * Whether one of its clients may stay, now that the server has said how many calls it takes at once: each needs
     * room for one. Takes the place of one that may not. If the server takes fewer calls than it did when others have
     * come, the socket is for those alone: they count on places that it has no longer.
     *
     * @return where its calls have their places; null if it may not stay
     */
    synchronized @Nullable SocketPlaces keeps(Share share, int callsMax) {
        share.clientsMax = Math.min(share.clientsMax, callsMax);
        if (share.clients > share.clientsMax) {
            share.clients--;
            return null;
        }
        SocketPlaces places = share.places;
        final boolean fewer = places != null && places.all() > callsMax;
        if (fewer && share.clients > 1) {
            share.suspect = true;
            share.clients--;
            return null;
        }
        if (places == null || fewer) {
            places = new SocketPlaces(callsMax, share.clientsMax);
            share.places = places;
        }
        return places;
    }

    @GuardedBy("this")
    private Share opened(ClientOptions options, Object key, int clientsMax) {
        if (options.isEmbedded()) {
            final ClientThreads own = ClientThreads.start(1, true);
            return new Share(new LinkSource(options, own), key, clientsMax, own);
        }
        ClientThreads now = threads;
        if (now == null) {
            now = ClientThreads.start(threadsWanted);
            threads = now;
        }
        served++;
        return new Share(new LinkSource(options, now), key, clientsMax, null);
    }

    /**
     * Gives a place back.
     *
     * @param suspect whether the server owes an answer: the socket may be dead, and takes no other client
     */
    void giveBack(Share share, boolean suspect) {
        synchronized (this) {
            share.clients--;
            share.suspect |= suspect;
            if (share.clients > 0) {
                return;
            }
            final List<Share> shares = open.getOrDefault(share.key, List.of());
            shares.remove(share);
            if (shares.isEmpty()) {
                open.remove(share.key);
            }
        }
        share.source.close();
        final ClientThreads unused = share.ownThreads == null ? released() : share.ownThreads;
        if (unused != null) {
            unused.close(!share.source.isOnLoop());
        }
    }

    /** The threads, if no socket needs them any more. */
    private synchronized @Nullable ClientThreads released() {
        served--;
        if (served > 0) {
            return null;
        }
        final ClientThreads unused = threads;
        threads = null;
        return unused;
    }
}
