package io.baton.jdbc;

import io.baton.jdbc.value.SqlErrors;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** As what the places of a call were registered to come out. Immutable. */
final class OutTypes {

    /** A scale that was not given: decimals come out with the digits that they have. */
    static final int ANY_SCALE = Integer.MIN_VALUE;
    /** Nothing was registered. */
    static final OutTypes NONE = new OutTypes(new int[0], new int[0]);

    /** By place; others have 0, which is {@link Types#NULL}. */
    private final int[] types;
    private final int[] scales;

    private OutTypes(int[] types, int[] scales) {
        this.types = types;
        this.scales = scales;
    }

    /** These and one more. */
    OutTypes with(int parameter, int type, int scale) throws SQLException {
        check(parameter, type, scale);
        final int places = Math.max(parameter, types.length);
        final int[] newTypes = Arrays.copyOf(types, places);
        final int[] newScales = Arrays.copyOf(scales, places);
        newTypes[parameter - 1] = type == Types.NULL ? Types.OTHER : type;
        newScales[parameter - 1] = scale;
        return new OutTypes(newTypes, newScales);
    }

    private static void check(int parameter, int type, int scale) throws SQLException {
        if (scale < 0 && scale != ANY_SCALE) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "a scale of " + scale + ": give 0 or more");
        }
        switch (type) {
            case Types.BLOB, Types.CLOB, Types.NCLOB, Types.SQLXML, Types.REF, Types.ROWID, Types.DATALINK ->
                throw SqlErrors.unsupported("parameter " + parameter + " of type " + type + " of java.sql.Types");
            default -> {
                // It comes out as that, or as it is.
            }
        }
    }

    /** Whether any was registered. */
    boolean any() {
        return types.length > 0;
    }

    /** As what a place was registered; {@link Types#NULL} if it was not. */
    int type(int parameter) {
        return parameter <= types.length ? types[parameter - 1] : Types.NULL;
    }

    /** How many digits behind the point a place is to have, or {@link #ANY_SCALE}. */
    int scale(int parameter) {
        return parameter <= scales.length && types[parameter - 1] != Types.NULL ? scales[parameter - 1] : ANY_SCALE;
    }

    /** What {@code getObject} makes of a place, as JDBC's table of types has it; null for what comes as it is. */
    @Nullable
    Class<?> javaClass(int parameter) {
        return switch (type(parameter)) {
            case Types.BIT, Types.BOOLEAN -> Boolean.class;
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Integer.class;
            case Types.BIGINT -> Long.class;
            case Types.REAL -> Float.class;
            case Types.FLOAT, Types.DOUBLE -> Double.class;
            case Types.DECIMAL, Types.NUMERIC -> BigDecimal.class;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR ->
                String.class;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> byte[].class;
            case Types.DATE -> Date.class;
            case Types.TIME -> Time.class;
            case Types.TIMESTAMP -> Timestamp.class;
            case Types.TIMESTAMP_WITH_TIMEZONE -> OffsetDateTime.class;
            case Types.ARRAY -> Array.class;
            case Types.STRUCT -> Struct.class;
            default -> null;
        };
    }
}
