package io.baton.storage.column;

import java.util.ArrayList;
import java.util.List;

/**
 * The part of a table's builder that lays columns out, each as it is declared, one behind the other.
 *
 * @param <B> the class of the builder
 */
public abstract class ColumnBuilder<B> {
    private static final int SHORT_DECIMAL_DIGITS = 18;
    private static final int DECIMAL_DIGITS = 38;
    private static final int VARIABLE_BYTES_MAX = 0xFFFF;

    /** The table's name, the instance that its columns know it by. */
    protected final String table;
    /** The columns in the order of their declaration. */
    protected final List<Column> columns = new ArrayList<>();
    private int rowBytes;
    private boolean nextIsNullable;
    private int nullables;
    private int presenceByte;

    /** Makes a builder without columns. */
    protected ColumnBuilder(String table) {
        // A fresh instance: rows tell columns of their own table by reference, even if two schemas share a name.
        this.table = String.copyValueOf(LoneSurrogates.requireNone("the name of a table", table).toCharArray());
    }

    /** Adds an integer column of one byte. */
    public final LongColumn int8(String column) {
        return integer(column, 1, 0);
    }

    /** Adds an integer column of two bytes. */
    public final LongColumn int16(String column) {
        return integer(column, 2, 0);
    }

    /** Adds an integer column of four bytes. */
    public final LongColumn int32(String column) {
        return integer(column, 4, 0);
    }

    /** Adds an integer column of eight bytes. */
    public final LongColumn int64(String column) {
        return integer(column, 8, 0);
    }

    /** Adds a decimal column: eight bytes, counted in units of 10^-scale, {@code scale} from 0 to 18. */
    public final LongColumn decimal(String column, int scale) {
        require(scale >= 0 && scale <= SHORT_DECIMAL_DIGITS,
            "column %s has scale %d; 0 to 18 are possible", column, scale);
        return integer(column, 8, scale);
    }

    /**
     * Adds a decimal column of 16 bytes.
     *
     * @param precision digits in all, 1 to 38
     * @param scale digits after the point, 0 to {@code precision}
     */
    public final DecimalColumn decimal(String column, int precision, int scale) {
        require(precision >= 1 && precision <= DECIMAL_DIGITS,
            "column %s has %d digits; 1 to 38 are possible", column, precision);
        require(scale >= 0 && scale <= precision,
            "column %s has scale %d; 0 to %d are possible", column, scale, precision);
        int presence = presence();
        return add(new DecimalColumn(table, column, place(8, 16), precision, scale, presence));
    }

    /** Adds a column of true or false. */
    public final BooleanColumn bool(String column) {
        int presence = presence();
        return add(new BooleanColumn(table, column, place(1, 1), presence));
    }

    /** Adds a column of floating-point numbers of eight bytes. */
    public final DoubleColumn float64(String column) {
        int presence = presence();
        return add(new DoubleColumn(table, column, place(8, 8), presence));
    }

    /** Adds a column of moments, in microseconds since 1970-01-01T00:00:00Z. */
    public final TimestampColumn timestamp(String column) {
        int presence = presence();
        return add(new TimestampColumn(table, column, place(8, 8), presence));
    }

    /** Adds a column of days. */
    public final DateColumn date(String column) {
        int presence = presence();
        return add(new DateColumn(table, column, place(4, 4), presence));
    }

    /** Adds a column of UUIDs. */
    public final UuidColumn uuid(String column) {
        int presence = presence();
        return add(new UuidColumn(table, column, place(8, 16), presence));
    }

    /** Adds a string column of at most {@code bytesMax} bytes of UTF-8, 1 to 65,535. */
    public final StringColumn string(String column, int bytesMax) {
        requireBytes(column, bytesMax);
        int presence = presence();
        return add(
            new StringColumn(table, column, place(2, VariableColumn.LENGTH_BYTES + bytesMax), bytesMax, presence));
    }

    /** Adds a column of at most {@code bytesMax} bytes, 1 to 65,535. */
    public final BytesColumn bytes(String column, int bytesMax) {
        requireBytes(column, bytesMax);
        int presence = presence();
        return add(
            new BytesColumn(table, column, place(2, VariableColumn.LENGTH_BYTES + bytesMax), bytesMax, presence));
    }

    /** Declares that the column that is added next may be NULL, as in {@code builder.nullable().int32("age")}. */
    public final B nullable() {
        nextIsNullable = true;
        return self();
    }

    /** Returns the bytes that the columns take. */
    protected final int rowBytes() {
        require(!nextIsNullable, "no column was added behind nullable()");
        return rowBytes;
    }

    /** Returns this builder. */
    protected abstract B self();

    /** Throws {@link IllegalArgumentException} about the table if the condition is not met. */
    @SuppressWarnings("AnnotateFormatMethod") // That annotation would be a dependency of its own.
    protected final void require(boolean condition, String message, Object... values) {
        if (!condition) {
            throw new IllegalArgumentException("table " + table + ": " + message.formatted(values));
        }
    }

    private LongColumn integer(String column, int width, int scale) {
        int presence = presence();
        return add(new LongColumn(table, column, place(width, width), width, scale, presence));
    }

    private void requireBytes(String column, int bytesMax) {
        require(bytesMax >= 1 && bytesMax <= VARIABLE_BYTES_MAX,
            "column %s has %d bytes; 1 to 65535 are possible", column, bytesMax);
    }

    private <C extends Column> C add(C column) {
        LoneSurrogates.requireNone("table " + table + ": the name of a column", column.name());
        for (Column other : columns) {
            require(!other.name().equals(column.name()), "two columns are named %s", column.name());
        }
        columns.add(column);
        return column;
    }

    private int place(int alignment, int bytes) {
        int offset = rowBytes + alignment - 1 & -alignment;
        rowBytes = offset + bytes;
        return offset;
    }

    /** Returns the presence bit of the column to be added; every eighth takes a new byte, in front of the column. */
    private int presence() {
        if (!nextIsNullable) {
            return -1;
        }
        nextIsNullable = false;
        if (nullables % 8 == 0) {
            presenceByte = place(1, 1);
        }
        return 8 * presenceByte + nullables++ % 8;
    }
}
