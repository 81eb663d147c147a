package io.baton.history;

import java.util.Arrays;

/** Watches that each client's transactions come one after the other: by their numbers, and by their times. */
final class ClientOrder {

    private long[] sequences = new long[16];
    private long[] ends = new long[16];

    void clear() {
        Arrays.fill(sequences, 0);
        Arrays.fill(ends, 0);
    }

    /** The number that a client's next transaction must have. */
    long next(int client) {
        return client < sequences.length ? sequences[client] : 0;
    }

    /** When a client's last transaction was answered; 0 if there is none. */
    long lastEnd(int client) {
        return client < ends.length ? ends[client] : 0;
    }

    /** Takes note of a client's transaction. */
    void add(int client, long end) {
        if (client >= sequences.length) {
            final int length = Math.max(client + 1, 2 * sequences.length);
            sequences = Arrays.copyOf(sequences, length);
            ends = Arrays.copyOf(ends, length);
        }
        sequences[client]++;
        ends[client] = end;
    }
}
