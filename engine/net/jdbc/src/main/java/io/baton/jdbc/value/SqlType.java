package io.baton.jdbc.value;

import io.baton.protocol.ValueKind;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.Struct;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The types of parameters, results and columns, as JDBC knows them. */
public enum SqlType {
    /** True or false. */
    BOOLEAN(Types.BOOLEAN, Boolean.class, 1, ""),
    /** 8 bits. */
    TINYINT(Types.TINYINT, Integer.class, 3, ""),
    /** 16 bits. */
    SMALLINT(Types.SMALLINT, Integer.class, 5, ""),
    /** 32 bits. */
    INTEGER(Types.INTEGER, Integer.class, 10, ""),
    /** 64 bits. */
    BIGINT(Types.BIGINT, Long.class, 19, ""),
    /** Floating-point, 64 bits. */
    DOUBLE(Types.DOUBLE, Double.class, 17, ""),
    /** Decimal digits. */
    DECIMAL(Types.DECIMAL, BigDecimal.class, 38, ""),
    /** Characters. */
    VARCHAR(Types.VARCHAR, String.class, 65_535, "'"),
    /** Bytes. */
    VARBINARY(Types.VARBINARY, byte[].class, 65_535, "X'"),
    /** A day. */
    DATE(Types.DATE, Date.class, 10, "DATE '"),
    /** A moment in microseconds. */
    TIMESTAMP_WITH_TIMEZONE(Types.TIMESTAMP_WITH_TIMEZONE, OffsetDateTime.class, 32, "TIMESTAMP '"),
    /** 128 bits that name something. */
    UUID(Types.OTHER, UUID.class, 36, "'"),
    /** A record. */
    STRUCT(Types.STRUCT, Struct.class, 0, ""),
    /** A list. */
    ARRAY(Types.ARRAY, Array.class, 0, ""),
    /** Whatever comes. */
    ANY(Types.JAVA_OBJECT, Object.class, 0, ""),
    /** Nothing. */
    NULL(Types.NULL, Object.class, 0, "");

    private static final int FRACTION_DIGITS = 6;

    private final int code;
    private final Class<?> javaClass;
    private final int precision;
    private final String prefix;

    SqlType(int code, Class<?> javaClass, int precision, String prefix) {
        this.code = code;
        this.javaClass = javaClass;
        this.precision = precision;
        this.prefix = prefix;
    }

    /** {@return what {@code java.sql.Types} calls it} */
    public int code() {
        return code;
    }

    /** {@return what {@code getObject} returns} */
    public Class<?> javaClass() {
        return javaClass;
    }

    /** {@return the most digits, characters or bytes} */
    public int precision() {
        return precision;
    }

    /** {@return the precision of a value that comes from no column; 0 if it may have any} */
    public int precisionAnywhere() {
        return this == DECIMAL ? 0 : precision;
    }

    /** {@return digits behind the point, of a second for moments; null if there is no such thing, or any number} */
    public @Nullable Integer scale() {
        return switch (this) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> 0;
            case TIMESTAMP_WITH_TIMEZONE -> FRACTION_DIGITS;
            default -> null;
        };
    }

    /** {@return how many bytes a value takes at most; null if that is not known} */
    public @Nullable Integer bytesMax() {
        return switch (this) {
            case BOOLEAN, TINYINT -> Byte.BYTES;
            case SMALLINT -> Short.BYTES;
            case INTEGER, DATE -> Integer.BYTES;
            case BIGINT, DOUBLE, TIMESTAMP_WITH_TIMEZONE -> Long.BYTES;
            case UUID -> 2 * Long.BYTES;
            case VARCHAR, VARBINARY -> precision;
            case DECIMAL, STRUCT, ARRAY, ANY, NULL -> null;
        };
    }

    /** {@return what stands before a literal of it; empty if nothing does} */
    public String literalPrefix() {
        return prefix;
    }

    /** {@return whether it has a sign} */
    public boolean isSigned() {
        return switch (this) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, DOUBLE, DECIMAL -> true;
            default -> false;
        };
    }

    /** {@return whether a query may compare it} */
    public boolean isScalar() {
        return switch (this) {
            case STRUCT, ARRAY, ANY, NULL -> false;
            default -> true;
        };
    }

    /**
     * Finds the type of values of the protocol.
     *
     * @param kind what they are on the wire
     * @return the type
     */
    public static SqlType of(ValueKind kind) {
        return switch (kind) {
            case NULL -> NULL;
            case BOOLEAN -> BOOLEAN;
            case INT32 -> INTEGER;
            case INT64 -> BIGINT;
            case DOUBLE -> DOUBLE;
            case DECIMAL -> DECIMAL;
            case STRING -> VARCHAR;
            case BYTES -> VARBINARY;
            case UUID -> UUID;
            case TIMESTAMP -> TIMESTAMP_WITH_TIMEZONE;
            case DATE -> DATE;
            case RECORD -> STRUCT;
            case LIST -> ARRAY;
            case ANY -> ANY;
        };
    }
}
