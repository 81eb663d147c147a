package io.baton.explore.scenario;

/** How finely a scenario is cut into steps. */
public enum Grain {
    /**
     * For long protocols with faults. A SEND has arrived when it returns; a notice that only wakes its receiver, and
     * what a helper of a client process sends, is part of another step. Timeouts pass when no thread can go on, and
     * early as often as the bounds allow. The end is reached when all clients have ended.
     */
    COARSE,
    /**
     * For short protocols. Each SEND is a step, and its notice arrives at any later time, before or after others. A
     * wait with a deadline may end at any time; the deadline of an operation passes at any time, once. The end is
     * reached when no transition is enabled.
     */
    FINE
}
