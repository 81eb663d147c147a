package io.baton.lab.torture;

import io.baton.lock.FencingToken;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is known of one lock in one life of its server: all its critical sections, in order, folded together. */
final class LockHistory {

    private long endOfAny;
    private long endOfExclusive;
    private @Nullable Section lastAny;
    private @Nullable Section lastExclusive;
    private @Nullable FencingToken greatest;
    private @Nullable FencingToken greatestExclusive;
    /** The counter, as far as it is certain, and the number of a write whose answer nobody got. */
    private long value;
    private boolean maybeNext;
    private int generation;

    /**
     * Judges a section whose session had not ended when it was entered.
     *
     * @param section the next in the order of entering
     * @param endNanos when its client left it, or its session ended
     * @param violation told of each broken promise but lost increments
     * @return how many increments were lost before it
     */
    long judge(Section section, long endNanos, Consumer<String> violation) {
        judgeExclusion(section, endNanos, violation);
        judgeToken(section, violation);
        generation = Math.max(generation, section.token.generation());
        return judgeValue(section);
    }

    private void judgeExclusion(Section section, long endNanos, Consumer<String> violation) {
        final Section other = section.exclusive ? lastAny : lastExclusive;
        if (other != null && (section.exclusive ? endOfAny : endOfExclusive) > section.enteredNanos) {
            violation.accept("two hold it: " + section + " entered beside " + other);
        }
        if (endNanos > endOfAny) {
            endOfAny = endNanos;
            lastAny = section;
        }
        if (section.exclusive && endNanos > endOfExclusive) {
            endOfExclusive = endNanos;
            lastExclusive = section;
        }
    }

    private void judgeToken(Section section, Consumer<String> violation) {
        final FencingToken token = section.token;
        final FencingToken before = section.exclusive ? greatest : greatestExclusive;
        if (before != null && token.compareTo(before) < 0) {
            violation.accept("a token that is not greater: " + section + " after " + before);
        }
        if (section.exclusive && greatestExclusive != null && token.compareTo(greatestExclusive) == 0) {
            violation.accept("a token that comes twice: " + section);
        }
        if (greatest == null || token.compareTo(greatest) > 0) {
            greatest = token;
        }
        if (section.exclusive && (greatestExclusive == null || token.compareTo(greatestExclusive) > 0)) {
            greatestExclusive = token;
        }
    }

    private long judgeValue(Section section) {
        long lost = 0;
        if (section.value() != Witness.NOT_READ) {
            if (section.value() != value && !(maybeNext && section.value() == value + 1)) {
                lost = Math.max(1, value - section.value());
            }
            value = section.value();
            maybeNext = false;
        }
        if (section.write() == Witness.WRITE_ANSWERED) {
            value = section.value() + 1;
            maybeNext = false;
        } else if (section.write() == Witness.WRITE_SENT) {
            maybeNext = true;
        }
        return lost;
    }

    /** How often the lock had been reset. */
    int generation() {
        return generation;
    }
}
