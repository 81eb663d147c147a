package io.baton.server.users;

import io.baton.engine.observe.PrintableText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a user may do.
 *
 * @param procedures names of those that may be called; {@link #ALL} stands for all
 * @param tables whether all tables may be read
 * @param operator whether the server may be looked into and ordered about
 */
public record Grants(SortedSet<String> procedures, boolean tables, boolean operator) {

    /** All procedures, also those that are registered later. */
    public static final String ALL = "*";
    /** Nothing. */
    public static final Grants NONE = new Grants(Collections.emptySortedSet(), false, false);
    /** What everybody may do at a server without users. */
    public static final Grants EVERYTHING = new Grants(new TreeSet<>(List.of(ALL)), true, true);

    /** Keeps the names from changes. */
    public Grants {
        for (final String name : procedures) {
            if (name.isBlank() || name.chars().anyMatch(Character::isISOControl) || !name.equals(name.strip())) {
                throw new IllegalArgumentException("'" + PrintableText.of(name)
                    + "' is no procedure's name; give a name, or * for all procedures");
            }
        }
        procedures = Collections.unmodifiableSortedSet(new TreeSet<>(procedures));
    }

    /**
     * Says whether a procedure may be called.
     *
     * @param procedure its name
     * @return whether it may
     */
    public boolean mayCall(String procedure) {
        return procedures.contains(ALL) || procedures.contains(procedure);
    }

    /**
     * Says whether there is something that may be called, and so be part of a transaction.
     *
     * @return whether there is
     */
    public boolean mayCallAnything() {
        return tables || !procedures.isEmpty();
    }

    /**
     * Adds grants.
     *
     * @param more what may be done too
     * @return both
     */
    public Grants with(Grants more) {
        final SortedSet<String> both = new TreeSet<>(procedures);
        both.addAll(more.procedures);
        return new Grants(both, tables || more.tables, operator || more.operator);
    }

    /**
     * Takes grants away.
     *
     * @param less what may not be done any more; all procedures take each of them away
     * @return the rest
     */
    public Grants without(Grants less) {
        final SortedSet<String> rest = new TreeSet<>(procedures);
        rest.removeAll(less.procedures);
        if (less.procedures.contains(ALL)) {
            rest.clear();
        }
        return new Grants(rest, tables && !less.tables, operator && !less.operator);
    }

    /** {@return the lines of the file} */
    List<String> lines() {
        final List<String> lines = new ArrayList<>();
        procedures.forEach(name -> lines.add("call " + name));
        if (tables) {
            lines.add("tables");
        }
        if (operator) {
            lines.add("operator");
        }
        return lines;
    }

    /** Adds what a line of the file says. */
    Grants withLine(String line) {
        return switch (line) {
            case "tables" -> new Grants(procedures, true, operator);
            case "operator" -> new Grants(procedures, tables, true);
            default -> {
                if (!line.startsWith("call ")) {
                    throw new IllegalArgumentException("no grant: " + line);
                }
                yield with(new Grants(new TreeSet<>(List.of(line.substring("call ".length()))), false, false));
            }
        };
    }

    @Override
    public String toString() {
        final List<String> parts = new ArrayList<>();
        if (!procedures.isEmpty()) {
            parts.add("call " + (procedures.contains(ALL) ? "all procedures" : String.join(", ", procedures)));
        }
        if (tables) {
            parts.add("read tables");
        }
        if (operator) {
            parts.add("operate the server");
        }
        return parts.isEmpty() ? "nothing" : String.join("; ", parts);
    }
}
