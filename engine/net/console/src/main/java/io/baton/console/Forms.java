package io.baton.console;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
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

/** Types, arguments and results of procedures as a form in a browser has them. */
final class Forms {

    private Forms() {
    }

    /** A type: its kind, whether it may be NULL, and what it is made of. */
    static JsonObject json(ValueType type) {
        final JsonObject json = new JsonObject();
        json.addProperty("kind", type.kind().name().toLowerCase(Locale.ROOT));
        json.addProperty("nullable", type.nullable());
        if (type.kind() == ValueKind.LIST) {
            json.add("element", json(type.element()));
        } else if (type.kind() == ValueKind.RECORD) {
            json.add("parts", json(type.parts()));
        }
        return json;
    }

    private static JsonArray json(List<ValueType.Part> parts) {
        final JsonArray list = new JsonArray();
        for (final ValueType.Part part : parts) {
            final JsonObject json = new JsonObject();
            json.addProperty("name", part.name());
            json.add("type", json(part.type()));
            list.add(json);
        }
        return list;
    }

    /**
     * Makes an argument of what was typed.
     *
     * @param typed a text, a list, {@link Api.Components}, or null for no value
     * @throws IllegalArgumentException if it does not fit; the message says what would
     */
    static @Nullable Object argument(ValueType type, @Nullable Object typed) {
        return switch (type.kind()) {
            case LIST -> typed == null ? null : list(type.element(), typed);
            case RECORD -> typed == null ? null : record(type, typed);
            default -> typed == null ? null : scalar(type.kind(), typed);
        };
    }

    private static List<@Nullable Object> list(ValueType element, Object typed) {
        if (!(typed instanceof List<?> values)) {
            throw new IllegalArgumentException("give a list: [1, 2]");
        }
        final List<@Nullable Object> list = new ArrayList<>();
        values.forEach(value -> list.add(argument(element, value)));
        return list;
    }

    private static RecordValue record(ValueType type, Object typed) {
        if (!(typed instanceof Api.Components given)) {
            throw new IllegalArgumentException("give an object with the components of " + type);
        }
        final List<@Nullable Object> values = new ArrayList<>();
        for (final ValueType.Part part : type.parts()) {
            final int at = given.names().indexOf(part.name());
            values.add(at < 0 ? null : argument(part.type(), given.values().get(at)));
        }
        for (final String name : given.names()) {
            if (type.parts().stream().noneMatch(part -> part.name().equals(name))) {
                throw new IllegalArgumentException("there is no component " + name + " in " + type);
            }
        }
        return new RecordValue(values);
    }

    private static Object scalar(ValueKind kind, Object typed) {
        if (!(typed instanceof String text)) {
            if (kind == ValueKind.ANY && typed instanceof List<?> list) {
                return list;
            }
            throw new IllegalArgumentException("give " + wanted(kind) + ", no list and no object");
        }
        try {
            return switch (kind) {
                case BOOLEAN -> bool(text);
                case INT32, INT64 -> Spellings.whole(text);
                case DOUBLE -> Spellings.floating(text);
                case DECIMAL -> Spellings.decimal(text);
                case BYTES -> HexFormat.of().parseHex(text);
                case UUID -> Spellings.uuid(text);
                case TIMESTAMP -> moment(text);
                case DATE -> Spellings.day(text);
                default -> text;
            };
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
            throw new IllegalArgumentException("give " + wanted(kind), e);
        }
    }

    private static Instant moment(String text) {
        final Instant moment = Spellings.moment(text).toInstant();
        if (!moment.equals(moment.truncatedTo(ChronoUnit.MICROS))) {
            throw new IllegalArgumentException("finer than a microsecond");
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

    private static String wanted(ValueKind kind) {
        return switch (kind) {
            case BOOLEAN -> "true or false";
            case INT32, INT64 -> "a whole number";
            case DOUBLE, DECIMAL -> "a number";
            case BYTES -> "bytes in hexadecimal digits, for example 00ff";
            case UUID -> "a UUID, for example 123e4567-e89b-12d3-a456-426614174000";
            case TIMESTAMP -> "a moment of microseconds, for example 2026-11-23T07:30:00.000001Z";
            case DATE -> "a day, for example 2026-11-23";
            default -> "a text";
        };
    }

    /** A result: numbers of more digits than a browser's numbers have are texts, so that all of them arrive. */
    static JsonElement result(ValueType type, @Nullable Object value) {
        return switch (value) {
            case null -> JsonNull.INSTANCE;
            case Boolean truth -> new JsonPrimitive(truth);
            case Integer number -> new JsonPrimitive(number);
            case Double number when Double.isFinite(number) -> new JsonPrimitive(number);
            case BigDecimal decimal -> new JsonPrimitive(decimal.toPlainString());
            case byte[] bytes -> new JsonPrimitive(HexFormat.of().formatHex(bytes));
            case List<?> list -> {
                final JsonArray json = new JsonArray();
                final ValueType element = type.kind() == ValueKind.LIST ? type.element() : type;
                list.forEach(part -> json.add(result(element, part)));
                yield json;
            }
            case RecordValue record -> record(type, record);
            default -> new JsonPrimitive(value.toString());
        };
    }

    private static JsonElement record(ValueType type, RecordValue record) {
        final JsonObject json = new JsonObject();
        for (int i = 0; i < record.values().size(); i++) {
            final boolean named = type.kind() == ValueKind.RECORD && i < type.parts().size();
            json.add(named ? type.parts().get(i).name() : String.valueOf(i + 1),
                result(named ? type.parts().get(i).type() : type, record.values().get(i)));
        }
        return json;
    }
}
