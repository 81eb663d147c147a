package io.baton.lab.torture;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/** A process that was killed, and the locks that others can have only after a reset. One thread. */
final class Outage {

    private final int process;
    private final long diedNanos;
    /** By lock: in which generation it was when the process died. */
    private final Map<Long, Before> locks = new HashMap<>();

    private record Before(long incarnation, int generation) {

        boolean isOlderThan(Section section) {
            return section.token.incarnation() == incarnation && section.token.generation() > generation;
        }
    }

    Outage(int process, long diedNanos) {
        this.process = process;
        this.diedNanos = diedNanos;
    }

    /** The process held this lock or waited for it. */
    void holdsUp(long key) {
        locks.put(key, new Before(0, 0));
    }

    /** What is known of a lock when the process dies; of lives of its server the last counts. */
    void generationBefore(long key, long incarnation, int generation) {
        locks.computeIfPresent(key, (lock, before) -> incarnation > before.incarnation
            ? new Before(incarnation, generation) : before);
    }

    /** Somebody has a lock: if it is the first after its reset, that is how long the dead process was in the way. */
    void entered(Section section, LongConsumer heldUpNanos) {
        final Before before = locks.get(section.key);
        if (before == null) {
            return;
        }
        if (section.enteredNanos <= diedNanos) {
            generationBefore(section.key, section.token.incarnation(), section.token.generation());
            if (before.isOlderThan(section)) {
                locks.put(section.key, new Before(before.incarnation, section.token.generation()));
            }
        } else if (before.incarnation == 0) {
            // Nobody else ever had it in this life of its server.
            generationBefore(section.key, section.token.incarnation(), 0);
            entered(section, heldUpNanos);
        } else if (before.isOlderThan(section)) {
            locks.remove(section.key);
            heldUpNanos.accept(section.enteredNanos - Math.max(section.askedNanos, diedNanos));
        } else if (section.token.incarnation() > before.incarnation) {
            locks.remove(section.key);
        }
    }

    /** Nobody asks for the locks that are left. */
    boolean isOver(long nowNanos) {
        return locks.isEmpty() || nowNanos - diedNanos > Times.BOUND_NANOS;
    }

    @Override
    public String toString() {
        return "process " + process + " with " + locks.size() + " locks";
    }
}
