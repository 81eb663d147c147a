package io.baton.lab.metric;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The mean time of a phase or of some of its items, in microseconds.
 *
 * @param phase the phase
 * @param items the items that are summed up; none for all of the phase
 */
public record PhaseTime(LockPhase phase, List<Item> items) implements Measure {

    /** Keeps a copy of the items. */
    public PhaseTime {
        items = List.copyOf(items);
    }

    @Override
    public String label() {
        return items.isEmpty() ? phase.label()
            : phase.label() + "." + items.stream().map(Item::label).collect(Collectors.joining("+"));
    }

    @Override
    public String unit() {
        return "us";
    }

    @Override
    public String toString() {
        return label();
    }
}
