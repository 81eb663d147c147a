package io.baton.storage;

/**
 * The range of a scan: the leading columns of an index bound by equality, in order and at least
 * {@link IndexSchema#scanColumns()} of them, then optionally a range on the next column.
 *
 * <p>Values are given as a {@code long} for integers, decimals of eight bytes in units of their scale, moments in
 * microseconds and days since 1970; as a {@link CharSequence} for strings; or as the object that
 * {@link Row#value} returns for the column: {@link Boolean}, {@link Double}, {@link java.time.Instant},
 * {@link java.time.LocalDate}, {@link java.math.BigDecimal}, {@link java.util.UUID} or an array of bytes.
 *
 * <p>NULL comes before all values and is found by {@link #isNull} or {@link IndexRange#equalTo}, never by a range. In
 * a range, a bound that the column cannot hold is no mistake: it bounds what the column can hold.
 *
 * <p>All methods that bind a column throw {@link IllegalArgumentException} if the next column is of another type,
 * there is none or the bound was given before, and those for equality {@link ValueOutOfRangeException} if the column
 * cannot hold the value.
 *
 * @param <S> what the methods return: the class of what is built
 */
public abstract class RangeBuilder<S> {

    /** Makes a builder. */
    protected RangeBuilder() {
    }

    /** Returns the range that is built. */
    protected abstract IndexRange range();

    /** Returns what the methods return. */
    protected abstract S self();

    /** Binds the next column to an integer. */
    public final S equal(long value) {
        range().bind(value);
        return self();
    }

    /** Binds the next column to a string. */
    public final S equal(CharSequence value) {
        range().bind(value);
        return self();
    }

    /** Binds the next column to a value. */
    public final S equal(Object value) {
        range().bind(value);
        return self();
    }

    /** Binds the next column to NULL. */
    public final S isNull() {
        range().bindNull();
        return self();
    }

    /** Bounds the next column to all values but NULL. */
    public final S notNull() {
        range().bounds().all(range().ranged());
        return self();
    }

    /** Bounds the next column from both sides. */
    public final S between(long lowInclusive, long highInclusive) {
        range().bounds().lower(range().ranged(), lowInclusive, true);
        range().bounds().upper(range().ranged(), highInclusive, true);
        return self();
    }

    /** Bounds the next column from both sides. */
    public final S between(Object lowInclusive, Object highInclusive) {
        range().bounds().lower(range().ranged(), lowInclusive, true);
        range().bounds().upper(range().ranged(), highInclusive, true);
        return self();
    }

    /** Bounds the next column from below. */
    public final S atLeast(long lowInclusive) {
        range().bounds().lower(range().ranged(), lowInclusive, true);
        return self();
    }

    /** Bounds the next column from below. */
    public final S atLeast(Object lowInclusive) {
        range().bounds().lower(range().ranged(), lowInclusive, true);
        return self();
    }

    /** Bounds the next column from below. */
    public final S greaterThan(long lowExclusive) {
        range().bounds().lower(range().ranged(), lowExclusive, false);
        return self();
    }

    /** Bounds the next column from below. */
    public final S greaterThan(Object lowExclusive) {
        range().bounds().lower(range().ranged(), lowExclusive, false);
        return self();
    }

    /** Bounds the next column from above. */
    public final S atMost(long highInclusive) {
        range().bounds().upper(range().ranged(), highInclusive, true);
        return self();
    }

    /** Bounds the next column from above. */
    public final S atMost(Object highInclusive) {
        range().bounds().upper(range().ranged(), highInclusive, true);
        return self();
    }

    /** Bounds the next column from above. */
    public final S lessThan(long highExclusive) {
        range().bounds().upper(range().ranged(), highExclusive, false);
        return self();
    }

    /** Bounds the next column from above. */
    public final S lessThan(Object highExclusive) {
        range().bounds().upper(range().ranged(), highExclusive, false);
        return self();
    }

    /** Bounds the next column to strings that start so. */
    public final S startsWith(CharSequence start) {
        range().bounds().starts(range().ranged(), start);
        return self();
    }

    /** Bounds the next column to bytes that start so. */
    public final S startsWith(byte[] start) {
        range().bounds().starts(range().ranged(), start);
        return self();
    }
}
