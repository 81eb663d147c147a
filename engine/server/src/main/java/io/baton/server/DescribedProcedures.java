package io.baton.server;

import io.baton.protocol.Answer;
import io.baton.protocol.NotEncodableException;
import io.baton.protocol.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The procedures that a connection has asked about, by number. For its event loop. */
final class DescribedProcedures {

    private static final int DESCRIBED_MAX = 4_096;

    private final ServedProcedures procedures;
    private final List<ServedProcedure> described = new ArrayList<>();

    DescribedProcedures(ServedProcedures procedures) {
        this.procedures = procedures;
    }

    /** A procedure by its number, or null. */
    @Nullable
    ServedProcedure find(int number) {
        return number >= 1 && number <= described.size() ? described.get(number - 1) : null;
    }

    /** A number of a procedure, or why it has none. */
    record Numbered(int number, @Nullable Answer refusal) {
    }

    /** Gives a procedure a number. */
    Numbered add(String name) {
        final ServedProcedure served;
        try {
            served = procedures.find(name);
        } catch (NotEncodableException e) {
            return refused(Reason.NOT_CALLABLE, String.valueOf(e.getMessage()));
        }
        if (served == null) {
            return refused(Reason.NO_SUCH_PROCEDURE, "there is no procedure " + name + " at the server");
        }
        final int known = described.indexOf(served) + 1;
        if (known == 0 && described.size() >= DESCRIBED_MAX) {
            return refused(Reason.TOO_MANY,
                DESCRIBED_MAX + " procedures are described on this connection; open another one");
        }
        if (known == 0) {
            described.add(served);
        }
        return new Numbered(known == 0 ? described.size() : known, null);
    }

    private static Numbered refused(Reason reason, String message) {
        return new Numbered(0, EngineAnswers.refused(reason, message));
    }
}
