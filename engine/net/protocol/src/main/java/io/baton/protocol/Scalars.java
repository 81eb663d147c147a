package io.baton.protocol;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Java's types of single values, and how values of the wire become theirs. */
final class Scalars {

    private static final Map<Class<?>, ValueKind> KINDS = Map.ofEntries(
        Map.entry(boolean.class, ValueKind.BOOLEAN), Map.entry(Boolean.class, ValueKind.BOOLEAN),
        Map.entry(byte.class, ValueKind.INT32), Map.entry(Byte.class, ValueKind.INT32),
        Map.entry(short.class, ValueKind.INT32), Map.entry(Short.class, ValueKind.INT32),
        Map.entry(int.class, ValueKind.INT32), Map.entry(Integer.class, ValueKind.INT32),
        Map.entry(long.class, ValueKind.INT64), Map.entry(Long.class, ValueKind.INT64),
        Map.entry(float.class, ValueKind.DOUBLE), Map.entry(Float.class, ValueKind.DOUBLE),
        Map.entry(double.class, ValueKind.DOUBLE), Map.entry(Double.class, ValueKind.DOUBLE),
        Map.entry(char.class, ValueKind.STRING), Map.entry(Character.class, ValueKind.STRING),
        Map.entry(String.class, ValueKind.STRING), Map.entry(BigDecimal.class, ValueKind.DECIMAL),
        Map.entry(byte[].class, ValueKind.BYTES), Map.entry(UUID.class, ValueKind.UUID),
        Map.entry(Instant.class, ValueKind.TIMESTAMP), Map.entry(LocalDate.class, ValueKind.DATE));

    private Scalars() {
    }

    /** The kind of a Java type, or null if it is not one of these. */
    static @Nullable ValueKind kind(Class<?> type) {
        return KINDS.get(type);
    }

    /** Converts a value that is not NULL. */
    static Object convert(Class<?> type, Object value) {
        if (type == long.class || type == Long.class) {
            return value instanceof Long ? value : whole(type, value, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == int.class || type == Integer.class) {
            return value instanceof Integer ? value : (int) whole(type, value, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (type == double.class || type == Double.class) {
            return floating(type, value);
        }
        if (type == BigDecimal.class) {
            return decimal(type, value);
        }
        if (type == short.class || type == Short.class) {
            return (short) whole(type, value, Short.MIN_VALUE, Short.MAX_VALUE);
        }
        if (type == byte.class || type == Byte.class) {
            return (byte) whole(type, value, Byte.MIN_VALUE, Byte.MAX_VALUE);
        }
        if (type == float.class || type == Float.class) {
            return single(type, value);
        }
        if (type == char.class || type == Character.class) {
            return character(type, value);
        }
        if ((type == boolean.class && value instanceof Boolean) || type.isInstance(value)) {
            return value;
        }
        throw wrong(type, value);
    }

    private static long whole(Class<?> type, Object value, long least, long most) {
        if (!(value instanceof Long || value instanceof Integer)) {
            throw wrong(type, value);
        }
        final long number = ((Number) value).longValue();
        if (number < least || number > most) {
            throw new ConversionException(Reason.OUT_OF_RANGE,
                "must be " + least + " to " + most + ", but " + number + " was given");
        }
        return number;
    }

    private static double floating(Class<?> type, Object value) {
        if (value instanceof Double number) {
            return number;
        }
        if (value instanceof Integer || value instanceof Long) {
            final long number = ((Number) value).longValue();
            if (number != Long.MAX_VALUE && (long) (double) number == number) {
                return number;
            }
            throw new ConversionException(Reason.OUT_OF_RANGE, number + " is no floating-point number; round it");
        }
        throw wrong(type, value);
    }

    /** As {@link #floating}: a fraction is rounded, a whole number is not, and neither becomes infinite. */
    private static float single(Class<?> type, Object value) {
        final double number = floating(type, value);
        final float single = (float) number;
        if ((Float.isInfinite(single) && !Double.isInfinite(number))
            || (!(value instanceof Double) && single != number)) {
            throw new ConversionException(Reason.OUT_OF_RANGE,
                value + " is no floating-point number of 32 bits; round it");
        }
        return single;
    }

    private static BigDecimal decimal(Class<?> type, Object value) {
        return switch (value) {
            case BigDecimal decimal -> decimal;
            case Integer number -> BigDecimal.valueOf(number);
            case Long number -> BigDecimal.valueOf(number);
            default -> throw wrong(type, value);
        };
    }

    private static char character(Class<?> type, Object value) {
        if (value instanceof String text && text.length() == 1) {
            return text.charAt(0);
        }
        throw wrong(type, value);
    }

    static ConversionException wrong(Class<?> type, Object value) {
        return new ConversionException(Reason.WRONG_TYPE,
            "must be of type " + type.getSimpleName() + ", but " + text(value) + " was given");
    }

    /** A value for a message, not too long. */
    static String text(Object value) {
        final String shown = switch (value) {
            case byte[] bytes -> bytes.length + " bytes";
            case RecordValue record -> "a record of " + record.values().size();
            case java.util.List<?> list -> "a list of " + list.size();
            default -> value + " (" + value.getClass().getSimpleName() + ")";
        };
        return shown.length() <= TEXT_MAX ? shown : shown.substring(0, TEXT_MAX) + "...";
    }

    private static final int TEXT_MAX = 100;
}
