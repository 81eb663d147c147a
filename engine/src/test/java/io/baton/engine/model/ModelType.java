package io.baton.engine.model;

import io.baton.storage.TableSchema;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/** The types of columns that the random model test has, each with values in the order that an index has them in. */
enum ModelType {
    UNSIGNED {
        @Override
        Column add(TableSchema.Builder builder, String name) {
            return builder.int32(name);
        }

        @Override
        Object value(int i, int of) {
            return (long) i;
        }
    },
    SIGNED {
        @Override
        Column add(TableSchema.Builder builder, String name) {
            return builder.int16(name);
        }

        @Override
        Object value(int i, int of) {
            return Byte.MIN_VALUE + i * 255L / (of - 1);
        }
    },
    WHOLE {
        @Override
        Column add(TableSchema.Builder builder, String name) {
            return builder.int64(name);
        }

        @Override
        Object value(int i, int of) {
            return i == 0 ? Long.MIN_VALUE : i == of - 1 ? Long.MAX_VALUE : (i - of / 2) * 1_000_000_007L;
        }
    },
    MONEY {
        @Override
        Column add(TableSchema.Builder builder, String name) {
            return builder.decimal(name, 2);
        }

        @Override
        Object value(int i, int of) {
            return BigDecimal.valueOf((i - of / 2) * 1001L, 2);
        }
    },
    WIDE {
        @Override
        Column add(TableSchema.Builder builder, String name) {
            return builder.decimal(name, WIDE_DIGITS, WIDE_SCALE);
        }

        // At both ends neighbours differ in the last of all digits.
        @Override
        Object value(int i, int of) {
            final BigInteger most = BigInteger.TEN.pow(WIDE_DIGITS).subtract(BigInteger.ONE);
            final BigInteger unscaled = i < 2 ? most.negate().add(BigInteger.valueOf(i))
                : i >= of - 2 ? most.subtract(BigInteger.valueOf(of - 1L - i)) : BigInteger.valueOf(i - of / 2);
            return new BigDecimal(unscaled, WIDE_SCALE);
        }
    },
    BOOLEAN {
        @Override
        Column add(TableSchema.Builder builder, String name) {
            return builder.bool(name);
        }

        @Override
        Object value(int i, int of) {
            return i > 0;
        }
    },
    DOUBLE {
        @Override
        Column add(TableSchema.Builder builder, String name) {
            return builder.float64(name);
        }

        @Override
        Object value(int i, int of) {
            final int above = i - of / 2;
            return i == 0 ? Double.NEGATIVE_INFINITY : i == of - 1 ? Double.NaN
                : i == of - 2 ? Double.POSITIVE_INFINITY : above == -1 ? -Double.MIN_VALUE
                    : above < 0 ? (above + 1) * 1.5 : above * Double.MIN_VALUE;
        }
    },
    MOMENT {
        @Override
        Column add(TableSchema.Builder builder, String name) {
            return builder.timestamp(name);
        }

        @Override
        Object value(int i, int of) {
            final long micros = i == 0 ? Long.MIN_VALUE : i == of - 1 ? Long.MAX_VALUE : (i - of / 2) * 999_999L;
            return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1000);
        }
    },
    DAY {
        @Override
        Column add(TableSchema.Builder builder, String name) {
            return builder.date(name);
        }

        @Override
        Object value(int i, int of) {
            return LocalDate.ofEpochDay((i - of / 2) * 40_000L);
        }
    },
    STRING {
        @Override
        Column add(TableSchema.Builder builder, String name) {
            return builder.string(name, 12);
        }

        @Override
        Object value(int i, int of) {
            return STRINGS.get(spread(i, of, STRINGS.size()));
        }
    },
    BYTES {
        @Override
        Column add(TableSchema.Builder builder, String name) {
            return builder.bytes(name, 12);
        }

        @Override
        Object value(int i, int of) {
            final List<Integer> bytes = BYTE_STRINGS.get(spread(i, of, BYTE_STRINGS.size()));
            final byte[] value = new byte[bytes.size()];
            for (int at = 0; at < value.length; at++) {
                value[at] = bytes.get(at).byteValue();
            }
            return value;
        }
    },
    UNIQUE_ID {
        @Override
        Column add(TableSchema.Builder builder, String name) {
            return builder.uuid(name);
        }

        // Ordered as unsigned, of pairs with one first half.
        @Override
        Object value(int i, int of) {
            return new UUID((i < of / 2 ? 0 : Long.MIN_VALUE) + i / 2, (i & 1) == 0 ? 1 : -1);
        }
    };

    private static final int WIDE_DIGITS = 38;
    private static final int WIDE_SCALE = 10;
    private static final long MICROS = 1_000_000;
    private static final int INDEX_BITS = 8;
    private static final int MONEY_BITS = 40;
    /** In the order of their UTF-8, which for the last ones is not that of their chars. */
    private static final List<String> STRINGS = List.of("", "a", "ab", "abcdefgh", "abcdefgh\0", "abcdefgha",
        "abcdefghb", "abcdefghbb", "abd", "b", "ba", "c", "~", "\u00e9", "\u00e9a", "\u20ac", "\u20ac\u20ac", "\ufffd",
        "\ud83d\ude00", "\ud83d\ude00a");
    private static final List<List<Integer>> BYTE_STRINGS = List.of(List.of(), List.of(0), List.of(0, 0),
        List.of(0, 1), List.of(1), List.of(1, 2, 3, 4, 5, 6, 7, 8), List.of(1, 2, 3, 4, 5, 6, 7, 8, 0),
        List.of(1, 2, 3, 4, 5, 6, 7, 8, 9), List.of(1, 2, 3, 4, 5, 6, 7, 8, 255), List.of(1, 2, 3, 5), List.of(2),
        List.of(3), List.of(127), List.of(127, 255), List.of(128), List.of(128, 0), List.of(254), List.of(255),
        List.of(255, 255), List.of(255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255));

    /** Adds a column of this type to a table. */
    abstract Column add(TableSchema.Builder builder, String name);

    /** The value of a number from 0, of so many, in the order of the type. */
    abstract Object value(int i, int of);

    /** A column as part of an index. */
    static KeyPart part(Column column) {
        return switch (column) {
            case LongColumn c when c.scale() > 0 -> c.signed(MONEY_BITS);
            case LongColumn c when c.width() == Long.BYTES -> c.bits(Long.SIZE);
            case LongColumn c when c.width() == Short.BYTES -> c.signed(INDEX_BITS);
            case LongColumn c -> c.bits(INDEX_BITS);
            case BooleanColumn c -> c.part();
            case BytesColumn c -> c.part();
            case DateColumn c -> c.part();
            case DecimalColumn c -> c.part();
            case DoubleColumn c -> c.part();
            case StringColumn c -> c.part();
            case TimestampColumn c -> c.part();
            case UuidColumn c -> c.part();
        };
    }

    private static int spread(int i, int of, int over) {
        return i * (over - 1) / (of - 1);
    }
}
