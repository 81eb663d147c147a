package io.baton.lab.torture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Judges critical sections in the order in which they were entered: at most one holder that excludes others, tokens
 * that only grow, no increment lost, nothing served to who is fenced, and no grant or release that is told to be good
 * after the fence. One thread.
 */
final class Judge {

    private static final int TEXTS_MAX = 20;

    private final SessionLog sessions;
    private final PriorityQueue<Section> waiting =
        new PriorityQueue<>(Comparator.comparingLong((Section section) -> section.enteredNanos));
    private final Map<Place, LockHistory> locks = new HashMap<>();
    private final List<Outage> outages = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final List<Long> recoveryNanos = new ArrayList<>();
    private long judgedUpToNanos;
    private long sections;
    private long violations;
    private long lostIncrements;
    private long refused;
    private long late;
    private long beforeNews;

    private record Place(long incarnation, long key) {
    }

    Judge(SessionLog sessions) {
        this.sessions = sessions;
    }

    void entered(Section section) {
        waiting.add(section);
    }

    /** A process was killed that was in sections of these locks, or waited for them. */
    void died(int process, long nanos, List<Long> keys) {
        final Outage outage = new Outage(process, nanos);
        for (final long key : keys) {
            outage.holdsUp(key);
        }
        locks.forEach((place, history) -> outage.generationBefore(place.key, place.incarnation, history.generation()));
        outages.add(outage);
    }

    /** Judges what was entered before some time, as far as it is known how it ended. */
    void judgeUpTo(long nanos) {
        Section first = waiting.peek();
        while (first != null && first.enteredNanos < nanos && isDecided(first)) {
            judge(waiting.remove());
            first = waiting.peek();
        }
    }

    /** Judges all that is left, when all clients stand still: a section that nobody ends lasts for ever. */
    void judgeRest() {
        while (!waiting.isEmpty()) {
            judge(waiting.remove());
        }
    }

    private boolean isDecided(Section section) {
        return section.isClosed() && (!section.isDead() || sessions.endOf(section) != SessionLog.NEVER);
    }

    private void judge(Section section) {
        sections++;
        final long fenced = sessions.endOf(section);
        if (section.write() == Witness.WRITE_ANSWERED && section.writeBegunNanos() > fenced) {
            violated(section, "a write was served after the fence: " + section);
        }
        if (section.readBegunNanos() > fenced) {
            violated(section, "a read was served after the fence: " + section);
        }
        judgeNews(section, fenced);
        if (section.enteredNanos >= fenced) {
            refused++;
            return;
        }
        if (section.enteredNanos < judgedUpToNanos) {
            // It was told so late that the order is lost; its session was looked at all the same.
            late++;
            return;
        }
        judgedUpToNanos = section.enteredNanos;
        refused += section.leftNanos() > fenced && !section.isDead() ? 1 : 0;
        if (section.changedUnderReader()) {
            violated(section, "the counter changed under a reader: " + section);
        }
        lostIncrements(section, locks.computeIfAbsent(
            new Place(section.token.incarnation(), section.key), place -> new LockHistory()).judge(
                section, Math.min(section.leftNanos(), fenced), text -> violated(section, text)));
        outages.forEach(outage -> outage.entered(section, recoveryNanos::add));
        outages.removeIf(outage -> outage.isOver(section.enteredNanos));
    }

    /**
     * Who gets or gives back a lock after the fence is told of the loss. A session that ends early, with its lane, is
     * the exception: until the news is there the process does not know; but by its own clock it must.
     */
    private void judgeNews(Section section, long fenced) {
        if (section.askedNanos > fenced) {
            news(section, section.askedNanos, section.validAtEntryNanos, "granted");
        }
        if (section.wasToldHeld() && section.leftNanos() > fenced) {
            news(section, section.leftNanos(), section.validAtReleaseNanos(), "said to be held until its release");
        }
    }

    private void news(Section section, long begunNanos, long validUntilNanos, String what) {
        if (begunNanos < validUntilNanos) {
            beforeNews++;
        } else {
            violated(section, "a lock was " + what + " after the fence, and the session had run out: " + section);
        }
    }

    private void lostIncrements(Section section, long lost) {
        if (lost > 0) {
            lostIncrements += lost;
            tell(section, lost + " increments lost before " + section + ", which read " + section.value());
        }
    }

    private void violated(Section section, String text) {
        violations++;
        tell(section, text);
    }

    private void tell(Section section, String text) {
        if (texts.size() < TEXTS_MAX) {
            texts.add("lock " + TortureLayout.lock(section.key) + " of server " + TortureLayout.server(section.key)
                + ": " + text);
        }
    }

    /** How many sections were judged. */
    long sections() {
        return sections;
    }

    long violations() {
        return violations;
    }

    long lostIncrements() {
        return lostIncrements;
    }

    /** Sections of processes whose session ended before they had left them. */
    long refused() {
        return refused;
    }

    /** Sections that were told of too late for their order. */
    long late() {
        return late;
    }

    /** Grants and releases after the fence of a session that had not run out by its process's own clock. */
    long beforeNews() {
        return beforeNews;
    }

    /** For each lock that a dead process kept from others: how long. */
    List<Long> recoveryNanos() {
        return recoveryNanos;
    }

    /** The first of what is wrong, for people. */
    List<String> texts() {
        return List.copyOf(texts);
    }
}
