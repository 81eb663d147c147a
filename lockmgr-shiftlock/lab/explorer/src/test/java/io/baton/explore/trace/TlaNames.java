package io.baton.explore.trace;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Defines what comes often once: TLC's parser needs a hundred times the space of the text. */
final class TlaNames {

    private final List<String> lines;
    private final Map<String, String> names = new HashMap<>();

    /** Adds definitions to a module's lines. */
    TlaNames(List<String> lines) {
        this.lines = lines;
    }

    String name(String text) {
        final String known = names.get(text);
        if (known != null) {
            return known;
        }
        final String name = "D" + names.size();
        names.put(text, name);
        lines.add(name + " == " + text);
        return name;
    }
}
