package io.baton.tatp;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** What the consistency check finds: the first violation of each condition, and how many rows it has seen. */
final class Findings {

    private final Map<Condition, String> first = new EnumMap<>(Condition.class);
    long subscribers;
    long accessInfos;
    long facilities;
    long forwardings;

    void violated(Condition condition, String detail) {
        first.putIfAbsent(condition, detail);
    }

    /** Notes that two numbers have to be the same, and whether they are. */
    void same(Condition condition, String leftName, long left, String rightName, long right) {
        if (left != right) {
            violated(condition, leftName + " are " + left + ", but " + rightName + " are " + right);
        }
    }

    /** Adds what was found elsewhere, later. */
    void add(Findings others) {
        others.first.forEach(this::violated);
        subscribers += others.subscribers;
        accessInfos += others.accessInfos;
        facilities += others.facilities;
        forwardings += others.forwardings;
    }

    SequencedMap<String, ConditionResult> results() {
        final SequencedMap<String, ConditionResult> results = new LinkedHashMap<>();
        for (final Condition condition : Condition.values()) {
            final String detail = first.get(condition);
            results.put(condition.label(), new ConditionResult(detail == null, detail == null ? "" : detail));
        }
        return results;
    }
}
