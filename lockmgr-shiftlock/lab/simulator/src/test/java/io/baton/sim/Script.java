package io.baton.sim;

import io.baton.sim.model.Fate;
import io.baton.sim.model.MessageFaults;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** Faults as a test writes them down: the next messages of a leg have these fates, all others arrive in time. */
final class Script implements MessageFaults {

    private final Map<Leg, Queue<Fate>> next = new EnumMap<>(Leg.class);

    void next(Leg leg, Fate... fates) {
        next.computeIfAbsent(leg, _ -> new ArrayDeque<>()).addAll(List.of(fates));
    }

    @Override
    public Fate fate(Leg leg, long from, long to, long now) {
        final Queue<Fate> fates = next.get(leg);
        return fates == null || fates.isEmpty() ? Fate.ON_TIME : fates.remove();
    }
}
