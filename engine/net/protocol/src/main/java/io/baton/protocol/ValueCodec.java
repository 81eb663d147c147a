package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Values as bytes. Java's types for them: Boolean, Integer (also for Short and Byte), Long, Double (also for Float),
 * BigDecimal, String (also for Character), byte[], UUID, Instant, LocalDate, {@link RecordValue}, List and arrays.
 * Records are written through a {@link JavaBinding}.
 */
public final class ValueCodec {

    private static final int MICROS_OF_SECOND = 1_000_000;
    private static final int NANOS_OF_MICRO = 1_000;

    private ValueCodec() {
    }

    /**
     * Writes a value.
     *
     * @param buffer where to
     * @param value the value
     * @throws NotEncodableException if it cannot be sent
     */
    public static void write(ByteBuf buffer, @Nullable Object value) {
        write(buffer, value, 0);
    }

    static void write(ByteBuf buffer, @Nullable Object value, int depth) {
        switch (value) {
            case null -> buffer.writeByte(ValueKind.NULL.code());
            case Long number -> buffer.writeByte(ValueKind.INT64.code()).writeLongLE(number);
            case Integer number -> buffer.writeByte(ValueKind.INT32.code()).writeIntLE(number);
            case String text -> writeString(buffer, text);
            case Boolean bool -> buffer.writeByte(ValueKind.BOOLEAN.code()).writeByte(bool ? 1 : 0);
            case Double number -> buffer.writeByte(ValueKind.DOUBLE.code()).writeDoubleLE(number);
            case BigDecimal decimal -> writeDecimal(buffer, decimal);
            case byte[] bytes -> buffer.writeByte(ValueKind.BYTES.code()).writeIntLE(bytes.length).writeBytes(bytes);
            case UUID uuid -> buffer.writeByte(ValueKind.UUID.code()).writeLongLE(uuid.getMostSignificantBits())
                .writeLongLE(uuid.getLeastSignificantBits());
            case Instant instant -> buffer.writeByte(ValueKind.TIMESTAMP.code()).writeLongLE(micros(instant));
            case LocalDate date -> buffer.writeByte(ValueKind.DATE.code()).writeIntLE(days(date));
            case RecordValue values -> writeRecord(buffer, values.values(), depth);
            case List<?> list -> writeList(buffer, list, depth);
            case Short number -> write(buffer, number.intValue(), depth);
            case Byte number -> write(buffer, number.intValue(), depth);
            case Float number -> write(buffer, number.doubleValue(), depth);
            case Character character -> writeString(buffer, character.toString());
            case Record components -> JavaBinding.writeAny(buffer, components, depth);
            case Object array when array.getClass().isArray() -> writeArray(buffer, array, depth);
            default -> throw new NotEncodableException("a value of type " + value.getClass().getName()
                + " does not cross the wire; give a number, text, bytes, a time, a record or a list of them");
        }
    }

    private static void writeString(ByteBuf buffer, String text) {
        // Counted first: a buffer with a limit has no room for the most that so many characters could take.
        final String complaint = TextCodec.complaint(text);
        if (complaint != null) {
            throw new NotEncodableException(NotEncodableException.NO_TEXT, complaint);
        }
        final int bytes = ByteBufUtil.utf8Bytes(text);
        buffer.writeByte(ValueKind.STRING.code()).writeIntLE(bytes);
        ByteBufUtil.reserveAndWriteUtf8(buffer, text, bytes);
    }

    private static void writeDecimal(ByteBuf buffer, BigDecimal decimal) {
        final byte[] unscaled = decimal.unscaledValue().toByteArray();
        if (unscaled.length > ProtocolLimits.DECIMAL_BYTES_MAX
            || Math.abs((long) decimal.scale()) > ProtocolLimits.DECIMAL_SCALE_MAX) {
            throw new NotEncodableException(NotEncodableException.OUT_OF_RANGE,
                "a decimal with " + decimal.precision() + " digits and scale "
                    + decimal.scale() + " does not cross the wire; one has at most "
                    + ProtocolLimits.DECIMAL_BYTES_MAX + " bytes of digits, and a scale of -"
                    + ProtocolLimits.DECIMAL_SCALE_MAX + " to " + ProtocolLimits.DECIMAL_SCALE_MAX);
        }
        buffer.writeByte(ValueKind.DECIMAL.code()).writeIntLE(decimal.scale()).writeShortLE(unscaled.length)
            .writeBytes(unscaled);
    }

    private static void writeRecord(ByteBuf buffer, List<@Nullable Object> values, int depth) {
        beginRecord(buffer, values.size(), depth);
        for (final Object value : values) {
            write(buffer, value, depth + 1);
        }
    }

    static void beginRecord(ByteBuf buffer, int components, int depth) {
        checkDepth(depth);
        checkCount(components, "components");
        buffer.writeByte(ValueKind.RECORD.code()).writeShortLE(components);
    }

    private static void writeList(ByteBuf buffer, List<?> list, int depth) {
        checkDepth(depth);
        final int start = beginList(buffer);
        int count = 0;
        for (final Object value : list) {
            write(buffer, value, depth + 1);
            count++;
        }
        endList(buffer, start, count);
    }

    private static void writeArray(ByteBuf buffer, Object array, int depth) {
        checkDepth(depth);
        final int start = beginList(buffer);
        final int count = Array.getLength(array);
        for (int i = 0; i < count; i++) {
            write(buffer, Array.get(array, i), depth + 1);
        }
        endList(buffer, start, count);
    }

    /**
     * Begins a list, whose elements are to be written behind.
     *
     * @param buffer where to
     * @return where it begins, for {@link #endList}
     */
    public static int beginList(ByteBuf buffer) {
        buffer.writeByte(ValueKind.LIST.code());
        final int start = buffer.writerIndex();
        buffer.writeIntLE(0);
        return start;
    }

    /**
     * Ends a list.
     *
     * @param buffer where it was written to
     * @param start where it begins
     * @param count how many elements it has
     */
    public static void endList(ByteBuf buffer, int start, int count) {
        buffer.setIntLE(start, count);
    }

    static void checkDepth(int depth) {
        if (depth >= ProtocolLimits.DEPTH_MAX) {
            throw new NotEncodableException(
                "records and lists more than " + ProtocolLimits.DEPTH_MAX + " deep do not cross the wire");
        }
    }

    /**
     * Checks a number that is sent in two bytes.
     *
     * @param count how many arguments or components there are
     * @param what what they are
     * @throws NotEncodableException if there are too many
     */
    public static void checkCount(int count, String what) {
        if (count > ProtocolLimits.COMPONENTS_MAX) {
            throw new NotEncodableException(
                count + " " + what + " do not cross the wire; " + ProtocolLimits.COMPONENTS_MAX + " do");
        }
    }

    /** Microseconds since 1970; what is below one is cut off, towards the past. */
    private static long micros(Instant instant) {
        final long seconds = instant.getEpochSecond();
        final int micros = instant.getNano() / NANOS_OF_MICRO;
        try {
            // The second in which the first moment lies does not fit by itself, so count from the next one.
            return seconds < 0
                ? Math.addExact(Math.multiplyExact(seconds + 1, MICROS_OF_SECOND), micros - MICROS_OF_SECOND)
                : Math.addExact(Math.multiplyExact(seconds, MICROS_OF_SECOND), micros);
        } catch (ArithmeticException e) {
            throw new NotEncodableException(NotEncodableException.NO_SUCH_MOMENT,
                "the moment " + instant + " does not fit into 64 bits of microseconds");
        }
    }

    private static int days(LocalDate date) {
        final long days = date.toEpochDay();
        if (days != (int) days) {
            throw new NotEncodableException(NotEncodableException.NO_SUCH_MOMENT,
                "the day " + date + " does not fit into 32 bits of days");
        }
        return (int) days;
    }

    /**
     * Reads a value.
     *
     * @param buffer where it is
     * @return the value
     * @throws MalformedFrameException if there is none
     * @throws IndexOutOfBoundsException if the buffer ends too early
     */
    public static @Nullable Object read(ByteBuf buffer) {
        return read(buffer, 0);
    }

    private static @Nullable Object read(ByteBuf buffer, int depth) {
        final ValueKind kind = ValueKind.of(buffer.readUnsignedByte());
        return switch (kind) {
            case NULL -> null;
            case BOOLEAN -> readBoolean(buffer);
            case INT32 -> buffer.readIntLE();
            case INT64 -> buffer.readLongLE();
            case DOUBLE -> buffer.readDoubleLE();
            case DECIMAL -> readDecimal(buffer);
            case STRING -> TextCodec.utf8(buffer, length(buffer));
            case BYTES -> readBytes(buffer, length(buffer));
            case UUID -> new UUID(buffer.readLongLE(), buffer.readLongLE());
            case TIMESTAMP -> Instant.EPOCH.plus(buffer.readLongLE(), ChronoUnit.MICROS);
            case DATE -> readDate(buffer);
            case RECORD -> new RecordValue(elements(buffer, buffer.readUnsignedShortLE(), depth));
            case LIST -> elements(buffer, length(buffer), depth);
            case ANY -> throw new MalformedFrameException("a value of kind " + kind.code());
        };
    }

    private static boolean readBoolean(ByteBuf buffer) {
        final int value = buffer.readUnsignedByte();
        if (value > 1) {
            throw new MalformedFrameException("a boolean of " + value);
        }
        return value == 1;
    }

    /** A length, no longer than what is there: each element takes a byte at least. */
    private static int length(ByteBuf buffer) {
        final long length = buffer.readUnsignedIntLE();
        if (length > buffer.readableBytes()) {
            throw new MalformedFrameException("a value with a length of " + length + " in the last "
                + buffer.readableBytes() + " bytes of a frame");
        }
        return (int) length;
    }

    private static byte[] readBytes(ByteBuf buffer, int length) {
        final byte[] bytes = new byte[length];
        buffer.readBytes(bytes);
        return bytes;
    }

    private static BigDecimal readDecimal(ByteBuf buffer) {
        final int scale = buffer.readIntLE();
        final int length = buffer.readUnsignedShortLE();
        if (Math.abs((long) scale) > ProtocolLimits.DECIMAL_SCALE_MAX || length == 0
            || length > ProtocolLimits.DECIMAL_BYTES_MAX || length > buffer.readableBytes()) {
            throw new MalformedFrameException("a decimal of " + length + " bytes with scale " + scale);
        }
        return new BigDecimal(new BigInteger(readBytes(buffer, length)), scale);
    }

    private static LocalDate readDate(ByteBuf buffer) {
        final int days = buffer.readIntLE();
        try {
            return LocalDate.ofEpochDay(days);
        } catch (DateTimeException e) {
            throw new MalformedFrameException("a day of " + days);
        }
    }

    private static List<@Nullable Object> elements(ByteBuf buffer, int count, int depth) {
        if (depth >= ProtocolLimits.DEPTH_MAX) {
            throw new MalformedFrameException("records and lists more than " + ProtocolLimits.DEPTH_MAX + " deep");
        }
        if (count > buffer.readableBytes()) {
            throw new MalformedFrameException("more elements than bytes");
        }
        final List<@Nullable Object> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            elements.add(read(buffer, depth + 1));
        }
        return elements;
    }
}
