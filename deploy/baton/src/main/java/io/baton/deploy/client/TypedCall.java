package io.baton.deploy.client;

import io.baton.client.CallException;
import io.baton.client.CallRefusedException;
import io.baton.client.CallResultLostException;
import io.baton.engine.observe.PrintableText;
import io.baton.protocol.Description;
import io.baton.protocol.Reason;
import io.baton.protocol.ValueType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call as people type it, and how they are told that it failed. */
public final class TypedCall {

    /** What decoders put in place of bytes that they do not understand. */
    private static final char REPLACEMENT = '\uFFFD';

    private TypedCall() {
    }

    /**
     * Reads the arguments of a call.
     *
     * @param procedure what the procedure takes
     * @param texts what was typed
     * @return the arguments
     * @throws IllegalArgumentException if there are too many or too few, or one does not fit; the message says what
     *     would
     */
    public static @Nullable Object[] arguments(Description procedure, List<String> texts) {
        final List<ValueType.Part> parameters = procedure.parameters();
        if (texts.size() != parameters.size()) {
            throw new IllegalArgumentException("the procedure is " + procedure + ", so give " + parameters.size()
                + (parameters.size() == 1 ? " argument" : " arguments"));
        }
        final @Nullable Object[] values = new Object[texts.size()];
        for (int i = 0; i < values.length; i++) {
            final ValueType.Part parameter = parameters.get(i);
            final int replaced = texts.get(i).indexOf(REPLACEMENT);
            if (replaced >= 0) {
                throw new IllegalArgumentException(parameter.name() + ": character " + (replaced + 1)
                    + " stands for bytes that are no text in this terminal's encoding; use UTF-8");
            }
            try {
                values[i] = ValueTexts.parse(parameter.type(), texts.get(i));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(parameter.name() + " " + texts.get(i) + ": " + e.getMessage(), e);
            }
        }
        return values;
    }

    /**
     * Says how a call ended that has returned nothing.
     *
     * @param why as it was told
     * @return one sentence, without the full stop, for one line
     */
    public static String sentence(CallException why) {
        final String fate = switch (why) {
            case CallRefusedException refused -> "not called";
            case CallResultLostException lost -> "committed";
            default -> why.reason() == Reason.OUTCOME_UNKNOWN ? "unknown" : "aborted";
        };
        return PrintableText.of(fate + " (" + why.sqlState() + "): " + why.getMessage());
    }
}
