package io.baton.server;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The procedures that a connection has described, by the numbers that it calls them by. For its event loop. */
final class DescribedProcedures {

    static final int MAX = 4_096;

    private final List<ServedProcedure> described = new ArrayList<>();

    /** Gives a procedure its number; 0 if there are too many. */
    int number(ServedProcedure served) {
        int number = described.indexOf(served) + 1;
        if (number == 0 && described.size() < MAX) {
            described.add(served);
            number = described.size();
        }
        return number;
    }

    /** The procedure with a number, or null if there is none. */
    @Nullable
    ServedProcedure get(int number) {
        return number >= 1 && number <= described.size() ? described.get(number - 1) : null;
    }
}
