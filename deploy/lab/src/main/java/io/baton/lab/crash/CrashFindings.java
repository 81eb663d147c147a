package io.baton.lab.crash;

import java.util.ArrayList;
import java.util.List;

/** What a store lacks, and what it has by half. One thread. */
final class CrashFindings {

    private static final int TEXTS_MAX = 20;

    private final List<String> texts = new ArrayList<>();
    private long lost;
    private long half;
    private long unacknowledged;

    /** Transactions that were acknowledged and are not there. */
    void lost(long transactions, String text) {
        lost += transactions;
        tell("LOST  " + text);
    }

    /** A transaction of which only a part is there. */
    void half(String text) {
        half++;
        tell("HALF  " + text);
    }

    /** Transactions that are there and were not acknowledged: those in flight. */
    void unacknowledged(long transactions) {
        unacknowledged += transactions;
    }

    /** Adds what is wrong with a copy of the store. */
    void addFaults(CrashFindings other) {
        lost += other.lost;
        half += other.half;
        other.texts.forEach(this::tell);
    }

    private void tell(String text) {
        if (texts.size() < TEXTS_MAX) {
            texts.add(text);
        }
    }

    long lost() {
        return lost;
    }

    long half() {
        return half;
    }

    long unacknowledged() {
        return unacknowledged;
    }

    boolean isGood() {
        return lost == 0 && half == 0;
    }

    /** The first of what is wrong, for people. */
    List<String> texts() {
        return List.copyOf(texts);
    }
}
