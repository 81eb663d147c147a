package io.baton.deploy.client;

import io.baton.deploy.report.TextTable;
import io.baton.engine.observe.PrintableText;
import io.baton.protocol.RecordValue;
import io.baton.protocol.Spellings;
import io.baton.protocol.ValueKind;
import io.baton.protocol.ValueType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Arguments and results of procedures as people type and read them. */
public final class ValueTexts {

    private static final String NULL = "NULL";

    private ValueTexts() {
    }

    /**
     * Reads an argument.
     *
     * @param type of the parameter
     * @param text what was typed; NULL stands for no value, [1, 2] is a list, and (1, x) a record
     * @return the argument
     * @throws IllegalArgumentException if it does not fit; the message says what would
     */
    public static @Nullable Object parse(ValueType type, String text) {
        if (text.equals(NULL)) {
            return null;
        }
        try {
            return switch (type.kind()) {
                case BOOLEAN -> bool(text);
                case INT32, INT64 -> Spellings.whole(text);
                case DOUBLE -> Spellings.floating(text);
                case DECIMAL -> Spellings.decimal(text);
                case STRING, ANY -> text;
                case BYTES -> HexFormat.of().parseHex(text);
                case UUID -> Spellings.uuid(text);
                case TIMESTAMP -> moment(text);
                case DATE -> Spellings.day(text);
                case RECORD, LIST -> NestedTexts.parse(type, text);
                case NULL -> throw new IllegalArgumentException("give NULL");
            };
        } catch (NumberFormatException | ArithmeticException | DateTimeException e) {
            throw new IllegalArgumentException(wanted(type), e);
        } catch (IllegalArgumentException e) {
            throw type.kind() == ValueKind.RECORD || type.kind() == ValueKind.LIST ? e
                : new IllegalArgumentException(wanted(type), e);
        }
    }

    private static Instant moment(String text) {
        final Instant moment = Spellings.moment(text).toInstant();
        if (!moment.equals(moment.truncatedTo(ChronoUnit.MICROS))) {
            throw new IllegalArgumentException(text);
        }
        return moment;
    }

    private static boolean bool(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static String wanted(ValueType type) {
        return "give " + switch (type.kind()) {
            case BOOLEAN -> "true or false";
            case INT32, INT64 -> "a whole number";
            case DOUBLE -> "a number that a double can hold, NaN or Infinity";
            case DECIMAL -> "a number";
            case BYTES -> "bytes in hexadecimal digits, for example 00ff";
            case UUID -> "a UUID, for example 123e4567-e89b-12d3-a456-426614174000";
            case TIMESTAMP -> "a moment of microseconds, for example 2026-11-23T07:30:00.000001Z";
            case DATE -> "a day, for example 2026-11-23";
            default -> type.kind().name().toLowerCase(Locale.ROOT);
        };
    }

    /**
     * Writes a result.
     *
     * @param type of the result
     * @param value as it came
     * @return its lines: a table for a list of records, else a line for each element, component or value
     */
    public static List<String> lines(ValueType type, @Nullable Object value) {
        return switch (value) {
            case List<?> list when type.kind() == ValueKind.LIST && type.element().kind() == ValueKind.RECORD ->
                table(type.element(), list);
            case List<?> list -> list.stream().map(ValueTexts::text).toList();
            case RecordValue record when type.kind() == ValueKind.RECORD -> components(type, record);
            case null, default -> List.of(text(value));
        };
    }

    private static List<String> table(ValueType row, List<?> rows) {
        final String[] names = row.parts().stream().map(ValueType.Part::name).toArray(String[]::new);
        final TextTable table = new TextTable(names.length, names);
        for (final Object record : rows) {
            if (record instanceof RecordValue values && values.values().size() == names.length) {
                table.row(values.values().stream().map(ValueTexts::text).toArray(String[]::new));
            } else {
                table.row(text(record));
            }
        }
        return table.lines();
    }

    private static List<String> components(ValueType type, RecordValue record) {
        final List<String> lines = new ArrayList<>();
        for (int i = 0; i < record.values().size(); i++) {
            final String name = i < type.parts().size() ? type.parts().get(i).name() : "";
            lines.add(name + " = " + text(record.values().get(i)));
        }
        return lines;
    }

    public static String text(@Nullable Object value) {
        return switch (value) {
            case null -> NULL;
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case BigDecimal decimal -> decimal.toPlainString();
            case RecordValue record -> record.values().stream().map(ValueTexts::text).toList().toString();
            default -> PrintableText.of(value.toString());
        };
    }
}
