package io.baton.lock;

import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.ArrayList;
import java.util.List;

/** Who does what: a table's parameters and a program for each client. */
record Scenario(ShiftLockOptions options, int slots, List<String> names, List<String> programs) {

    /** Begins the program of a client of another process, where processes keep locks. */
    static final String ELSEWHERE = "@";

    static Scenario of(int threshold, String... programs) {
        return of(ShiftLockOptions.paper().withThreshold(threshold), programs);
    }

    /** Clients are named W1, W2, ... if their program takes a lock exclusively, otherwise R1, R2, ... */
    static Scenario of(ShiftLockOptions options, String... programs) {
        final List<String> names = new ArrayList<>();
        int writers = 0;
        int readers = 0;
        for (String program : programs) {
            final boolean writes = program.contains("x");
            names.add(writes ? "W" + ++writers : "R" + ++readers);
        }
        final int slots = 1 + String.join("", programs).chars().filter(Character::isDigit).map(c -> c - '0').max()
            .orElse(0);
        return new Scenario(options, slots, List.copyOf(names), List.of(programs));
    }

    @Override
    public String toString() {
        return options + ", " + String.join(" | ", programs);
    }
}
