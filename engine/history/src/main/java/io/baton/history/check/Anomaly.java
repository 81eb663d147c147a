package io.baton.history.check;

import java.util.List;

/**
 * Something that is wrong with a history.
 *
 * @param kind what
 * @param count how many were found: versions, or groups of transactions that depend on each other in a circle
 * @param transactions the transactions of the smallest example, as client-number
 * @param words the smallest example in words, line by line
 */
public record Anomaly(AnomalyKind kind, long count, List<String> transactions, List<String> words) {

    /** Copies the lists. */
    public Anomaly {
        transactions = List.copyOf(transactions);
        words = List.copyOf(words);
    }
}
