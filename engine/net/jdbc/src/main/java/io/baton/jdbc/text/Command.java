package io.baton.jdbc.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a statement is to do. Immutable. */
public sealed interface Command {

    /** {@return how many question marks it has} */
    int markers();

    /**
     * A call of a procedure.
     *
     * @param returns whether a question mark in front takes what it returns
     * @param name the procedure's name
     * @param quoted whether it was written in quotes, and so is meant as it stands
     * @param arguments its arguments in order
     */
    record Call(boolean returns, String name, boolean quoted, List<Argument> arguments) implements Command {

        /** Keeps the arguments from changes. */
        public Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public int markers() {
            return (returns ? 1 : 0) + (int) arguments.stream().filter(Argument::marker).count();
        }
    }

    /**
     * Anything else, for the server to understand.
     *
     * @param sql its text
     * @param markers how many question marks it has
     */
    record Query(String sql, int markers) implements Command {
    }

    /**
     * What wants to know how a call or a query runs.
     *
     * @param analyze whether it is run, and rolled back; else only its plan is asked
     * @param explained the call or query
     */
    record Explain(boolean analyze, Command explained) implements Command {

        @Override
        public int markers() {
            return explained.markers();
        }
    }

    /**
     * An argument of a call.
     *
     * @param marker whether it is a question mark
     * @param name of the parameter, if it was given, else empty
     * @param literal the value, if it is no question mark
     */
    record Argument(boolean marker, String name, @Nullable Object literal) {
    }
}
