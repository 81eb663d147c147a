package io.baton.lock.server;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntHashSet;

/** One attempt of the lock server to reset a lock: the processes it has asked to freeze, and the clients that asked. */
final class ResetRound {

    final int slot;
    final long number;
    /** Word 1 of the entry when it began. */
    final long relCnt;
    /** When those who have not answered were asked last. */
    long askedNanos;
    /** Whether an operator wants the lock reset even if it is held. */
    boolean forced;
    private final IntHashSet unanswered = new IntHashSet();
    private final IntArrayList asked = new IntArrayList();
    private final List<Asker> askers = new ArrayList<>();

    /** A client that suspects the lock, and the attempt for which it does. */
    record Asker(long route, long attempt) {
    }

    ResetRound(int slot, long number, long relCnt) {
        this.slot = slot;
        this.number = number;
        this.relCnt = relCnt;
    }

    void ask(int node) {
        unanswered.add(node);
        if (!asked.containsInt(node)) {
            asked.addInt(node);
        }
    }

    void addAsker(Asker asker) {
        if (asker.route() != 0 && !askers.contains(asker)) {
            askers.add(asker);
        }
    }

    /** The process has frozen, or is fenced. */
    void answered(int node) {
        unanswered.remove(node);
    }

    boolean awaits(int node) {
        return unanswered.contains(node);
    }

    boolean isComplete() {
        return unanswered.isEmpty();
    }

    String describe() {
        final StringBuilder text = new StringBuilder().append(slot).append('/').append(number).append('/')
            .append(relCnt).append(forced ? " forced" : "");
        for (int node : asked) {
            text.append(unanswered.contains(node) ? " ?" : " !").append(node);
        }
        return text.append(' ').append(askers).toString();
    }

    IntArrayList asked() {
        return asked;
    }

    List<Asker> askers() {
        return askers;
    }
}
