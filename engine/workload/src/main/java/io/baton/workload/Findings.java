package io.baton.workload;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * What a consistency check finds: the first violation of each condition, in words. One thread.
 *
 * @param <C> the conditions: whatever has an equality and a text, which is the condition's name in reports
 */
public final class Findings<C> {

    private final List<C> conditions;
    private final Map<C, String> first = new LinkedHashMap<>();

    /**
     * Makes findings without a violation.
     *
     * @param conditions all conditions, in the order of reports
     */
    public Findings(Collection<? extends C> conditions) {
        this.conditions = List.copyOf(conditions);
    }

    /**
     * Notes that a condition does not hold.
     *
     * @param condition one of the conditions
     * @param detail where it is violated
     */
    public void violated(C condition, String detail) {
        first.putIfAbsent(condition, detail);
    }

    /**
     * Notes that a condition demands two numbers to be the same, and whether they are.
     *
     * @param condition one of the conditions
     * @param left what the first number is, with a verb: the sum is
     * @param leftValue the first number
     * @param right what the second number is, with a verb
     * @param rightValue the second number
     */
    public void same(C condition, String left, long leftValue, String right, long rightValue) {
        if (leftValue != rightValue) {
            violated(condition, left + " " + leftValue + ", but " + right + " " + rightValue);
        }
    }

    /**
     * Tells whether nothing was found against a condition, so that a text need not be made for nothing.
     *
     * @param condition one of the conditions
     * @return whether it holds so far
     */
    public boolean holds(C condition) {
        return !first.containsKey(condition);
    }

    /**
     * Adds what was found elsewhere, later.
     *
     * @param others findings of the same conditions
     */
    public void addAll(Findings<C> others) {
        others.first.forEach(this::violated);
    }

    /**
     * Returns what came out.
     *
     * @return the result of each condition by its text, in the order of reports
     */
    public SequencedMap<String, ConditionResult> results() {
        final SequencedMap<String, ConditionResult> results = new LinkedHashMap<>();
        for (final C condition : conditions) {
            final String detail = first.get(condition);
            results.put(condition.toString(),
                detail == null ? ConditionResult.GOOD : new ConditionResult(false, detail));
        }
        return results;
    }
}
