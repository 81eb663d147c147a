package io.baton.tpcc;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The first violation of each consistency condition, in words. */
final class Violations {

    static final int CONDITIONS = 12;

    private final @Nullable String[] first = new @Nullable String[CONDITIONS + 1];

    /** Notes that a condition demands two numbers to be the same, and whether they are. */
    void same(int condition, String place, String leftName, long left, String rightName, long right) {
        if (left != right) {
            add(condition, place + ": " + leftName + " is " + left + ", but " + rightName + " is " + right);
        }
    }

    void add(int condition, String text) {
        if (first[condition] == null) {
            first[condition] = text;
        }
    }

    /** Whether the condition has none yet; further texts need not be made. */
    boolean none(int condition) {
        return first[condition] == null;
    }

    void addAll(Violations others) {
        for (int condition = 1; condition <= CONDITIONS; condition++) {
            final String text = others.first[condition];
            if (text != null) {
                add(condition, text);
            }
        }
    }

    SortedMap<Integer, ConditionResult> results() {
        final SortedMap<Integer, ConditionResult> results = new TreeMap<>();
        for (int condition = 1; condition <= CONDITIONS; condition++) {
            final String text = first[condition];
            results.put(condition, new ConditionResult(text == null, text == null ? "" : text));
        }
        return results;
    }
}
