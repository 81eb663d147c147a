package io.baton.server.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query as it was written, with values in place of its question marks. Immutable.
 *
 * @param items what is wanted of each row
 * @param table its table, or empty for values alone
 * @param alias what the query calls its table, or empty
 * @param where what rows must have, or null
 * @param orders in which order they come
 * @param limit the most rows wanted, or -1
 * @param offset how many rows are left out in front
 */
record Query(List<Item> items, String table, String alias, @Nullable Condition where, List<Order> orders, long limit,
        long offset) {

    /** Something wanted of each row, or of all together. */
    sealed interface Item {

        /** All columns; the qualifier is in front of the star, or empty. */
        record All(String qualifier) implements Item {
        }

        /** A column or value; the label is empty if none was given. */
        record One(Operand operand, String label) implements Item {
        }

        /** How many rows there are, or how many of them have a value in a column. */
        record Count(@Nullable Name of, String label) implements Item {
        }

        /** The least or the greatest value of a column. */
        record Extreme(boolean greatest, Name of, String label) implements Item {
        }
    }

    /** What is compared. */
    sealed interface Operand {
    }

    /**
     * A column.
     *
     * @param qualifier what stands in front of the point, or empty
     */
    record Name(String qualifier, String column) implements Operand {

        @Override
        public String toString() {
            return qualifier.isEmpty() ? column : qualifier + "." + column;
        }
    }

    /** A value, or null for NULL. */
    record Value(@Nullable Object value) implements Operand {
    }

    /** What a row must have. */
    sealed interface Condition {

        /** All of several. */
        record And(List<Condition> parts) implements Condition {
        }

        /** One of several. */
        record Or(List<Condition> parts) implements Condition {
        }

        /** The opposite. */
        record Not(Condition part) implements Condition {
        }

        /** A comparison. */
        record Comparison(Operand left, Comparator comparator, Operand right) implements Condition {
        }

        /** That something is one of some values. */
        record In(Operand operand, List<Operand> values) implements Condition {
        }

        /** That something has no value. */
        record IsNull(Operand operand) implements Condition {
        }

        /** That a text has a form; the escape character is a code point, or -1 for none. */
        record Like(Operand operand, Operand pattern, int escape) implements Condition {
        }

        /** A truth value that stands alone. */
        record Truth(Operand operand) implements Condition {
        }
    }

    /** How two values are compared. */
    enum Comparator {
        EQUAL("="),
        NOT_EQUAL("<>"),
        LESS("<"),
        AT_MOST("<="),
        GREATER(">"),
        AT_LEAST(">=");

        private final String symbol;

        Comparator(String symbol) {
            this.symbol = symbol;
        }

        String symbol() {
            return symbol;
        }

        /** Whether it holds for the sign of a comparison. */
        boolean holds(int sign) {
            return switch (this) {
                case EQUAL -> sign == 0;
                case NOT_EQUAL -> sign != 0;
                case LESS -> sign < 0;
                case AT_MOST -> sign <= 0;
                case GREATER -> sign > 0;
                case AT_LEAST -> sign >= 0;
            };
        }

        /** The same comparison with its sides exchanged. */
        Comparator mirrored() {
            return switch (this) {
                case EQUAL, NOT_EQUAL -> this;
                case LESS -> GREATER;
                case AT_MOST -> AT_LEAST;
                case GREATER -> LESS;
                case AT_LEAST -> AT_MOST;
            };
        }
    }

    /**
     * By what rows are ordered.
     *
     * @param name a column or label; null if it is the item of a place
     * @param place of an item, from 1 on
     * @param nullsFirst whether NULL comes first
     */
    record Order(@Nullable Name name, int place, boolean descending, boolean nullsFirst) {
    }
}
