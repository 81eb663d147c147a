package io.baton.lab.load;

import io.baton.lock.LockList;

/**
 * One client's endless share of a trace: of n clients, client i runs transactions i, i + n, i + 2n and so on, and goes
 * on from the trace's beginning after its end, as ShiftLock's runner does. For one thread.
 */
public final class TraceLoad {

    private final LockTrace trace;
    private final int step;
    private int upcoming;

    /**
     * Prepares a share.
     *
     * @param trace what the clients run together
     * @param client which of them this is, 0 to clients − 1
     * @param clients how many there are, 1 or more
     * @throws IllegalArgumentException if there is no such client or the trace is empty
     */
    public TraceLoad(LockTrace trace, int client, int clients) {
        if (trace.transactions() == 0) {
            throw new IllegalArgumentException("the trace has no transactions; give one that has");
        }
        if (client < 0 || client >= clients) {
            throw new IllegalArgumentException(
                "there is no client " + client + " of " + clients + "; count from 0 to one less than all");
        }
        this.trace = trace;
        step = clients % trace.transactions();
        upcoming = client % trace.transactions();
    }

    /**
     * Goes on to the next transaction. Allocates nothing once the list has room.
     *
     * @param locks becomes the transaction's locks
     * @return the transaction's type
     */
    public int next(LockList locks) {
        final int transaction = upcoming;
        final int left = trace.transactions() - transaction;
        upcoming = step < left ? transaction + step : step - left;
        trace.copyLocks(transaction, locks);
        return trace.type(transaction);
    }
}
