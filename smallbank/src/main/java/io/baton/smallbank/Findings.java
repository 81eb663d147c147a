package io.baton.smallbank;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** What the consistency check finds: how much money there is, and the first violation of each condition. */
final class Findings {

    /** Every customer has a name that finds it, a savings account and a checking account; there are no others. */
    static final String ACCOUNTS = "accounts";
    /** No savings account is below zero. */
    static final String SAVINGS = "savingsNotNegative";
    /** All money is what there was at first and what committed transactions reported to have added. */
    static final String MONEY = "money";

    private final SequencedMap<String, String> first = new LinkedHashMap<>();
    long cents;

    Findings() {
        first.put(ACCOUNTS, "");
        first.put(SAVINGS, "");
        first.put(MONEY, "");
    }

    void violated(String condition, String detail) {
        first.merge(condition, detail, (known, further) -> known.isEmpty() ? further : known);
    }

    /** Adds what was found elsewhere, later. */
    void add(Findings others) {
        others.first.forEach(this::violated);
        cents += others.cents;
    }

    SequencedMap<String, ConditionResult> results() {
        final SequencedMap<String, ConditionResult> results = new LinkedHashMap<>();
        first.forEach((condition, detail) -> results.put(condition, new ConditionResult(detail.isEmpty(), detail)));
        return results;
    }
}
