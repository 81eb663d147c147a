package io.baton.lab.crash;

import java.util.List;

/**
 * What a child is told on its command line.
 *
 * @param role what it does
 * @param store the directory of the store; backups lie beside it
 * @param workload what it runs
 * @param seed gives all that is random but time
 * @param clients how many
 * @param number which child of its parent it is
 * @param ledger what {@link Ledger#forWorker} says
 */
record ChildSettings(Role role, String store, CrashWorkload workload, long seed, int clients, int number,
        String ledger) {

    private static final int WORDS = 7;

    /** What a child does. */
    enum Role {
        /** Works until it is killed. */
        WORK,
        /** Tells the state of the store, and waits to be killed. */
        JUDGE,
        /** Tells the state of the store, and closes it. */
        CLOSE
    }

    List<String> arguments() {
        return List.of(role.name(), store, workload.name(), Long.toString(seed), Integer.toString(clients),
            Integer.toString(number), ledger);
    }

    static ChildSettings of(String[] arguments) {
        if (arguments.length != WORDS) {
            throw new IllegalArgumentException(arguments.length + " arguments; 'baton crash' gives " + WORDS);
        }
        return new ChildSettings(Role.valueOf(arguments[0]), arguments[1], CrashWorkload.valueOf(arguments[2]),
            Long.parseLong(arguments[3]), Integer.parseInt(arguments[4]), Integer.parseInt(arguments[5]),
            arguments[6]);
    }
}
