package io.baton.jdbc.value;

import io.baton.protocol.RecordValue;
import io.baton.protocol.ValueType;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.LocalDate;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is sent of what a setter was given: the parameter's type decides. */
public final class Arguments {

    private Arguments() {
    }

    /**
     * Makes what is sent.
     *
     * @param name the parameter's name, for messages
     * @param type the parameter's type
     * @param value what was given, or null
     * @return a value of the protocol, or null
     * @throws SQLException if it does not fit
     */
    public static @Nullable Object of(String name, ValueType type, @Nullable Object value) throws SQLException {
        if (value == null) {
            return null;
        }
        try {
            return switch (type.kind()) {
                case BOOLEAN -> Conversion.bool(value);
                case INT32 -> (int) Conversion.given(value, Integer.SIZE);
                case INT64 -> Conversion.given(value, Long.SIZE);
                case DOUBLE -> Conversion.floating(value);
                case DECIMAL -> Conversion.decimal(value);
                case STRING -> Conversion.sendable(value);
                case BYTES -> Conversion.bytes(value);
                case UUID -> Conversion.uuid(value);
                case TIMESTAMP -> Moments.storable(value);
                case DATE -> Moments.wholeDay(value);
                case RECORD, LIST, ANY, NULL -> plain(value);
            };
        } catch (SQLException e) {
            throw new java.sql.SQLDataException(
                "parameter " + name + ": " + e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
        }
    }

    /**
     * Copies a value that its owner could change before it is sent.
     *
     * @param value what was given, or null
     * @return a copy of it, or itself if it does not change
     */
    @SuppressWarnings("JavaUtilDate") // Callers of JDBC have them.
    public static @Nullable Object kept(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case byte[] bytes -> bytes.clone();
            case java.util.Date moment -> moment.clone();
            case Calendar moment -> moment.clone();
            case Object[] array -> array.clone();
            case List<?> list -> new ArrayList<>(list);
            default -> value;
        };
    }

    /**
     * Makes what is sent of a value whose parameter takes anything.
     *
     * @param value what was given, or null
     * @return a value of the protocol, or null
     * @throws SQLException if it cannot be read
     */
    public static @Nullable Object plain(@Nullable Object value) throws SQLException {
        return switch (value) {
            case null -> null;
            case java.sql.Time time -> throw Conversion.wrong(time, "a moment");
            case Moments.InCalendar set -> set.isDay() ? Moments.wholeDay(set) : Moments.storable(set);
            case java.sql.Date date -> Moments.wholeDay(date);
            case java.util.Date moment -> Moments.storable(moment);
            case Calendar moment -> Moments.storable(moment);
            case LocalDate day -> Moments.wholeDay(day);
            case Temporal moment -> Moments.storable(moment);
            case String text -> Conversion.sendable(text);
            case Character character -> Conversion.sendable(character);
            case java.math.BigInteger whole -> new BigDecimal(whole);
            case Array array -> elements(array.getArray());
            case RecordStruct struct -> struct.record();
            case Struct struct ->
                throw Conversion.wrong(struct, "a record; give a public record, or a Struct of Baton");
            case Object[] array -> elements(array);
            case List<?> list -> elements(list.toArray());
            default -> value;
        };
    }

    /**
     * Makes a list to be sent.
     *
     * @param elements its elements, or null for none
     * @return the list
     * @throws SQLException if an element cannot be sent
     */
    public static Array array(@Nullable Object @Nullable [] elements) throws SQLException {
        return new ListArray(elements(elements == null ? new Object[0] : elements));
    }

    /**
     * Makes a record to be sent.
     *
     * @param components its components in order, or null for none
     * @return the record
     * @throws SQLException if a component cannot be sent
     */
    public static Struct struct(@Nullable Object @Nullable [] components) throws SQLException {
        return new RecordStruct(new RecordValue(elements(components == null ? new Object[0] : components)));
    }

    /**
     * Makes what is sent of values for a parameter that takes a list of anything.
     *
     * @param values what was given
     * @return values of the protocol
     * @throws SQLException if one cannot be read
     */
    public static List<@Nullable Object> list(@Nullable Object[] values) throws SQLException {
        final List<@Nullable Object> list = new ArrayList<>();
        for (final Object value : values) {
            list.add(plain(value));
        }
        return list;
    }

    private static List<@Nullable Object> elements(Object array) throws SQLException {
        if (!(array instanceof Object[] values)) {
            throw Conversion.wrong(array, "a list");
        }
        return list(values);
    }
}
