package io.baton.lab.load;

import java.util.ArrayList;
import java.util.List;

/** A trace as text, so that two can be compared. */
final class TraceText {

    private TraceText() {
    }

    static List<String> of(LockTrace trace) {
        final List<String> lines = new ArrayList<>();
        for (int i = 0; i < trace.transactions(); i++) {
            final StringBuilder line = new StringBuilder("type ").append(trace.type(i)).append(':');
            for (int j = 0; j < trace.size(i); j++) {
                line.append(' ').append(trace.slot(i, j)).append(' ').append(trace.mode(i, j));
            }
            lines.add(line.toString());
        }
        return lines;
    }
}
