package io.baton.trial;

import io.baton.lock.RecoveryPolicy;
import io.baton.lock.shiftlock.HoldState;
import io.baton.sim.model.FaultKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which faults cannot meet a client in which states of the protocol, and why not. Everything else must come to pass in
 * a large number of campaigns.
 */
final class ImpossibleFaults {

    /** From how many seeds on every pair must have occurred that can occur. */
    static final long SEEDS_ENOUGH = 20_000;

    /** The same for pairs that are known to be rare. */
    private static final long SEEDS_ENOUGH_FOR_RARE = 10 * SEEDS_ENOUGH;

    private static final Set<FaultKind> ALL_KINDS = EnumSet.allOf(FaultKind.class);
    private static final Set<HoldState> ALL_STATES = EnumSet.allOf(HoldState.class);
    private static final Set<HoldState> NO_STATES = EnumSet.noneOf(HoldState.class);

    private static final List<Rule> ALWAYS = List.of(
        new Rule("hits only what the lock server sends", EnumSet.of(FaultKind.PARTITION_FROM_SERVER), ALL_STATES,
            ALL_STATES),
        new Rule("hits a node while it has no client yet", EnumSet.of(FaultKind.ROUTE_REUSED), ALL_STATES,
            ALL_STATES),
        new Rule("a client sends notices only about a lock with which it has to do", EnumSet.of(
            FaultKind.NOTICE_DELAYED, FaultKind.NOTICE_LOST, FaultKind.NOTICE_ACK_LOST, FaultKind.NOTICE_DUPLICATED),
            EnumSet.of(HoldState.IDLE), NO_STATES),
        new Rule("a client that has nothing to do with a lock has nothing that stands still", ALL_KINDS, NO_STATES,
            EnumSet.of(HoldState.IDLE)),
        new Rule("who shares a lock says so instead of standing still, and a reader that stands still is not let in",
            ALL_KINDS, NO_STATES, EnumSet.of(HoldState.HOLDS_SHARED)));

    private static final List<Rule> LEASED = List.of(
        new Rule("the lock server keeps its memory under this policy", EnumSet.of(FaultKind.SERVER_CRASH), ALL_STATES,
            ALL_STATES),
        new Rule("nobody is asked to stand still under this policy", ALL_KINDS, NO_STATES, ALL_STATES));

    /** Some two in 20,000 campaigns. */
    private static final List<Rule> RARE = List.of(
        new Rule("a verb is lost, which is rare, of a client whose ghost or other lock stands still",
            EnumSet.of(FaultKind.REQUEST_LOST, FaultKind.COMPLETION_LOST), NO_STATES, ALL_STATES),
        new Rule("the server asks in the short time in which a leaving client has a successor and no notice of it",
            ALL_KINDS, NO_STATES, EnumSet.of(HoldState.LEAVES_TO_SUCCESSOR)));

    /** None of these faults meets a client in one of these states; in the last ones if the lock is frozen. */
    private record Rule(String reason, Set<FaultKind> kinds, Set<HoldState> states, Set<HoldState> frozen) {

        boolean covers(FaultKind kind, HoldState state, boolean isFrozen) {
            return kinds.contains(kind) && (isFrozen ? frozen : states).contains(state);
        }

        String line() {
            return (kinds.equals(ALL_KINDS) ? "any fault" : names(kinds)) + " at " + where() + ": " + reason;
        }

        private String where() {
            if (states.equals(ALL_STATES)) {
                return "a client";
            }
            return frozen.isEmpty() ? names(states) : (frozen.equals(ALL_STATES) ? "any state" : names(frozen))
                + " in a frozen lock";
        }

        private static String names(Set<? extends Enum<?>> some) {
            return some.stream().map(ConstantNames::of).collect(Collectors.joining(", "));
        }
    }

    private ImpossibleFaults() {
    }

    private static List<Rule> rules(RecoveryPolicy policy) {
        if (policy == RecoveryPolicy.SESSION) {
            return ALWAYS;
        }
        final List<Rule> rules = new ArrayList<>(ALWAYS);
        rules.addAll(LEASED);
        return rules;
    }

    private static boolean isOneOf(List<Rule> rules, FaultKind kind, HoldState state, boolean frozen) {
        return rules.stream().anyMatch(rule -> rule.covers(kind, state, frozen));
    }

    /** A line for each reason. */
    static List<String> reasons(RecoveryPolicy policy) {
        final List<String> lines = new ArrayList<>();
        rules(policy).forEach(rule -> lines.add("never  " + rule.line()));
        if (policy == RecoveryPolicy.SESSION) {
            RARE.forEach(rule -> lines.add("rarely " + rule.line()));
        }
        return lines;
    }

    /**
     * Compares what has occurred with the list.
     *
     * @param summary of the campaigns
     * @param wishes what the user has fixed
     * @return a line for each pair that is listed and has occurred, or is not and has not occurred in so many seeds
     */
    static List<String> complaints(CampaignSummary summary, CampaignPlan.Wishes wishes) {
        final boolean drawn = wishes.clients() == 0 && wishes.locks() == 0 && wishes.faults().equals(ALL_KINDS);
        final long seeds = drawn ? summary.seeds() : 0;
        final List<String> complaints = new ArrayList<>();
        for (FaultKind kind : wishes.faults()) {
            for (HoldState state : HoldState.values()) {
                for (boolean frozen : List.of(false, true)) {
                    final String wrong =
                        complaint(kind, state, frozen, wishes.policy(), summary.met(kind, state, frozen) > 0, seeds);
                    if (!wrong.isEmpty()) {
                        complaints.add(ConstantNames.of(kind) + " at " + ConstantNames.of(state)
                            + (frozen ? " in a frozen lock " : " ") + wrong);
                    }
                }
            }
        }
        return complaints;
    }

    private static String complaint(
            FaultKind kind, HoldState state, boolean frozen, RecoveryPolicy policy, boolean occurred, long seeds) {
        if (isOneOf(rules(policy), kind, state, frozen)) {
            return occurred ? "is listed as unreachable and occurred" : "";
        }
        final long enough = isOneOf(RARE, kind, state, frozen) ? SEEDS_ENOUGH_FOR_RARE : SEEDS_ENOUGH;
        return !occurred && seeds >= enough ? "did not occur and is not listed as unreachable" : "";
    }
}
