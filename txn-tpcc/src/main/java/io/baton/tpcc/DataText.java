package io.baton.tpcc;

import io.baton.storage.Row;
import io.baton.storage.column.StringColumn;
import io.baton.tpcc.schema.CustomerTable;

/** Puts a text together from numbers and columns, and cuts it off at the length of the column that it is for. */
final class DataText {

    private static final int DIGITS_MAX = 20;
    /** The longest column that may be added. */
    private static final int COLUMN_BYTES_MAX = CustomerTable.DATA_BYTES_MAX;

    private final byte[] bytes;
    private final int bytesMax;
    private int length;

    DataText(int bytesMax) {
        this.bytesMax = bytesMax;
        this.bytes = new byte[bytesMax + (bytesMax < COLUMN_BYTES_MAX ? DIGITS_MAX : COLUMN_BYTES_MAX)];
    }

    DataText number(long value) {
        if (value >= 10) {
            number(value / 10);
        }
        return character('0' + (int) (value % 10));
    }

    /** Adds an amount given in cents. */
    DataText money(long cents) {
        number(cents / 100);
        character('.');
        return character('0' + (int) (cents / 10 % 10)).character('0' + (int) (cents % 10));
    }

    DataText blank() {
        return character(' ');
    }

    DataText column(Row row, StringColumn column) {
        length += row.get(column, bytes, length);
        return this;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return Math.min(length, bytesMax);
    }

    private DataText character(int character) {
        bytes[length++] = (byte) character;
        return this;
    }
}
