package io.baton.server;

import io.baton.server.statistics.OpenTransaction;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The transactions of several calls that a server has open, of all its connections. Thread-safe. */
final class AllTransactions {

    private final int most;
    private final AtomicInteger count = new AtomicInteger();
    private final Set<ServerTransaction> open = ConcurrentHashMap.newKeySet();

    AllTransactions(int most) {
        this.most = most;
    }

    /** Makes room for one; returns false if there is none. */
    boolean reserve() {
        if (count.incrementAndGet() > most) {
            count.decrementAndGet();
            return false;
        }
        return true;
    }

    /** One begins, for which there is room. */
    void begins(ServerTransaction transaction) {
        open.add(transaction);
    }

    /** It has ended. */
    void ended(ServerTransaction transaction) {
        if (open.remove(transaction)) {
            count.decrementAndGet();
        }
    }

    int count() {
        return count.get();
    }

    /** What there is, the oldest first. */
    List<OpenTransaction> list() {
        return open.stream().map(ServerTransaction::look).sorted(Comparator.comparingLong(OpenTransaction::beginNanos))
            .toList();
    }
}
