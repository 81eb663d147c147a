package io.baton.explore.trace;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A step of a trace as text of TLA+.
 *
 * @param verb what was done
 * @param client the client's number in the model
 * @param entry the lock's entry afterwards
 * @param view what the client remembers, or an empty tuple
 * @param notice what was received or sent, or an empty tuple
 */
record TlaStep(String verb, int client, String entry, String view, String notice) {

    /** From its parts, in their order. */
    static TlaStep of(List<String> parts) {
        return new TlaStep(parts.get(0), Integer.parseInt(parts.get(1)), parts.get(2), parts.get(3), parts.get(4));
    }

    /** All that can leave a loader of mutants. */
    List<String> parts() {
        return List.of(verb, String.valueOf(client), entry, view, notice);
    }

    /**
     * The step as a record of TLA+.
     *
     * @param names gives a name to what comes often
     */
    String toTla(UnaryOperator<String> names) {
        return "[v |-> " + verb + ", c |-> " + client + ", e |-> " + names.apply(entry)
            + ", h |-> " + names.apply(view) + ", n |-> " + names.apply(notice) + "]";
    }

    @Override
    public String toString() {
        return toTla(UnaryOperator.identity());
    }
}
