package io.baton.jdbc.text;

import io.baton.jdbc.value.ColumnInfo;
import io.baton.jdbc.value.SqlErrors;
import io.baton.protocol.Description;
import io.baton.protocol.RecordValue;
import io.baton.protocol.ValueKind;
import io.baton.protocol.ValueType;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which place of a call is which parameter, and which component of its result. Behind the procedure's parameters may
 * stand the components of a record that it returns; one that has a parameter's name is that parameter's way out.
 * Immutable.
 */
public final class CallBinding {

    /** How the place of what is returned is called. */
    public static final String RETURN_VALUE = "RETURN_VALUE";

    /**
     * A parameter as JDBC sees it.
     *
     * @param name its name
     * @param type its type
     * @param parameter which parameter of the procedure, from 0 on; -1 if it only goes out
     * @param component which component of the result; {@link #WHOLE} for all of it, {@link #NO_COMPONENT} for none
     * @param argument which argument of the call, from 0 on; -1 if it is not written there
     */
    public record Place(String name, ValueType type, int parameter, int component, int argument) {

        /** {@return whether something comes out} */
        public boolean out() {
            return component != NO_COMPONENT;
        }

        /** {@return whether something goes in} */
        public boolean in() {
            return parameter >= 0;
        }
    }

    /** No component of the result. */
    public static final int NO_COMPONENT = -1;
    /** The result as it is. */
    public static final int WHOLE = -2;

    private final Description description;
    /** In the order of the question marks; then components that are not written. */
    private final List<Place> places = new ArrayList<>();
    /** For each parameter its place, or -1 if the argument is a literal. */
    private final int[] placeOf;
    private final @Nullable Object[] literals;
    private final int markers;

    /**
     * Binds a call.
     *
     * @param call what was written
     * @param description what the procedure takes and returns
     * @throws SQLException if they do not fit
     */
    public CallBinding(Command.Call call, Description description) throws SQLException {
        this.description = description;
        final int parameters = description.parameters().size();
        this.placeOf = new int[parameters];
        this.literals = new Object[parameters];
        java.util.Arrays.fill(placeOf, -1);
        if (call.returns()) {
            if (description.result().kind() == ValueKind.NULL) {
                throw SqlErrors.of("42883", "procedure " + description.name() + " returns nothing; leave out '? ='");
            }
            places.add(new Place(RETURN_VALUE, description.result(), -1, WHOLE, -1));
        }
        final List<Integer> outs = outs(description);
        final int arguments = call.arguments().size();
        if (arguments != parameters && arguments != parameters + outs.size()) {
            throw SqlErrors.of("07001", "procedure " + description.name() + " takes " + parameters + " arguments"
                + (outs.isEmpty() ? "" : ", or " + (parameters + outs.size()) + " with what comes out") + ", but "
                + arguments + " were written");
        }
        final boolean[] bound = new boolean[parameters + outs.size()];
        for (int i = 0; i < arguments; i++) {
            bind(call.arguments().get(i), i, outs, bound);
        }
        this.markers = places.size();
        if (arguments == parameters) {
            outs.forEach(out -> places.add(component(out, -1)));
        }
    }

    /**
     * Finds what comes out of a procedure beside its parameters.
     *
     * @param description of the procedure
     * @return the components of its record that no parameter is named after; none if it returns no record
     */
    public static List<Integer> outs(Description description) {
        final List<Integer> outs = new ArrayList<>();
        if (description.result().kind() == ValueKind.RECORD) {
            for (int i = 0; i < description.result().parts().size(); i++) {
                final String name = description.result().parts().get(i).name();
                if (description.parameters().stream().noneMatch(parameter -> parameter.name().equals(name))) {
                    outs.add(i);
                }
            }
        }
        return outs;
    }

    private void bind(Command.Argument argument, int position, List<Integer> outs, boolean[] bound)
            throws SQLException {
        final int target = argument.name().isEmpty() ? position : named(argument.name(), outs);
        if (bound[target]) {
            throw SqlErrors.of("07001", "two arguments of procedure " + description.name() + " are for one parameter");
        }
        bound[target] = true;
        final int parameters = description.parameters().size();
        if (target >= parameters) {
            if (!argument.marker()) {
                throw SqlErrors.of("07001", "argument " + (position + 1) + " of procedure " + description.name()
                    + " comes out; write a question mark");
            }
            places.add(component(outs.get(target - parameters), position));
        } else if (argument.marker()) {
            placeOf[target] = places.size();
            final ValueType.Part part = description.parameters().get(target);
            places.add(new Place(part.name(), part.type(), target, componentNamed(description, part.name()), position));
        } else {
            literals[target] = argument.literal();
        }
    }

    private int named(String name, List<Integer> outs) throws SQLException {
        for (int i = 0; i < description.parameters().size(); i++) {
            if (description.parameters().get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        for (int i = 0; i < outs.size(); i++) {
            if (description.result().parts().get(outs.get(i)).name().equalsIgnoreCase(name)) {
                return description.parameters().size() + i;
            }
        }
        throw noSuchName(name);
    }

    private SQLException noSuchName(String name) {
        return SqlErrors.of("42703", "there is no parameter " + name + " of procedure " + description);
    }

    private Place component(int component, int argument) {
        final ValueType.Part part = description.result().parts().get(component);
        return new Place(part.name(), part.type(), -1, component, argument);
    }

    /**
     * Finds what comes out of a procedure by a name.
     *
     * @param description of the procedure
     * @param name of one of its parameters
     * @return the component of its record with that name, or {@link #NO_COMPONENT}
     */
    public static int componentNamed(Description description, String name) {
        if (description.result().kind() == ValueKind.RECORD) {
            for (int i = 0; i < description.result().parts().size(); i++) {
                if (description.result().parts().get(i).name().equals(name)) {
                    return i;
                }
            }
        }
        return NO_COMPONENT;
    }

    /** {@return what the procedure takes and returns} */
    public Description description() {
        return description;
    }

    /** {@return how many question marks there are} */
    public int markers() {
        return markers;
    }

    /** {@return how many places there are, with components that are not written} */
    public int places() {
        return places.size();
    }

    /**
     * Returns the place of a question mark, or behind them of a component that is not written.
     *
     * @param index from 1 on
     * @return the place
     */
    public Place place(int index) {
        return places.get(index - 1);
    }

    /**
     * Finds a place.
     *
     * @param name of a parameter or component
     * @return its index, from 1 on
     * @throws SQLException if there is none, or it was written as a literal
     */
    public int index(@Nullable String name) throws SQLException {
        final String wanted = String.valueOf(name);
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).name().equals(wanted)) {
                return i + 1;
            }
        }
        final String lower = wanted.toLowerCase(Locale.ROOT);
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).name().toLowerCase(Locale.ROOT).equals(lower)) {
                return i + 1;
            }
        }
        throw noSuchName(wanted);
    }

    /**
     * Returns the place of a parameter.
     *
     * @param parameter of the procedure, from 0 on
     * @return its index, from 1 on, or 0 if a literal was written
     */
    public int indexOf(int parameter) {
        return placeOf[parameter] + 1;
    }

    /**
     * Returns a literal.
     *
     * @param parameter of the procedure, from 0 on
     * @return what was written for it
     */
    public @Nullable Object literal(int parameter) {
        return literals[parameter];
    }

    // What comes out

    /**
     * Returns the columns of the result.
     *
     * @return the components of its records, or one column; none if nothing is returned
     */
    public List<ColumnInfo> columns() {
        final ValueType result = description.result();
        final ValueType row = result.kind() == ValueKind.LIST ? result.element() : result;
        return switch (row.kind()) {
            case NULL -> List.of();
            case RECORD -> row.parts().stream().map(part -> ColumnInfo.of(part.name(), part.type())).toList();
            default -> List.of(ColumnInfo.of("result", row));
        };
    }

    /**
     * Makes rows of a result.
     *
     * @param value what was returned
     * @return its rows, with values for {@link #columns}
     */
    public List<List<@Nullable Object>> rows(@Nullable Object value) {
        final List<List<@Nullable Object>> rows = new ArrayList<>();
        final boolean records = columns().size() != 1 || rowKind() == ValueKind.RECORD;
        if (value instanceof List<?> list && description.result().kind() != ValueKind.RECORD) {
            list.forEach(element -> rows.add(row(element, records)));
        } else if (value != null || !records) {
            rows.add(row(value, records));
        }
        return rows;
    }

    private ValueKind rowKind() {
        final ValueType result = description.result();
        return (result.kind() == ValueKind.LIST ? result.element() : result).kind();
    }

    private List<@Nullable Object> row(@Nullable Object value, boolean records) {
        if (records) {
            return value instanceof RecordValue components ? components.values()
                : new ArrayList<>(java.util.Collections.nCopies(columns().size(), null));
        }
        final List<@Nullable Object> row = new ArrayList<>();
        row.add(value);
        return row;
    }
}
