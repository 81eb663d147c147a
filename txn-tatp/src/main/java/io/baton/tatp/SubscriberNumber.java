package io.baton.tatp;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.storage.column.StringColumn;
import io.baton.tatp.schema.SubscriberTable;
import java.nio.charset.StandardCharsets;

/** Phone numbers: s_id as 15 decimal digits, padded with zeros (specification, section Subscriber Table). */
final class SubscriberNumber {

    static final int DIGITS = SubscriberTable.NUMBER_DIGITS;

    private SubscriberNumber() {
    }

    static String of(long subscriber) {
        final byte[] digits = new byte[DIGITS];
        write(subscriber, digits);
        return new String(digits, StandardCharsets.ISO_8859_1);
    }

    static void set(Row row, StringColumn column, long subscriber, byte[] scratch) {
        write(subscriber, scratch);
        row.set(column, scratch, 0, DIGITS);
    }

    /** Starts a scan that finds the subscriber with a number. */
    static Scan scan(Transaction tx, String number) {
        return tx.scan(SubscriberTable.BY_NUMBER).equal(number);
    }

    /** Goes to the one row of a scan by number. */
    static Scan first(Transaction tx, Scan scan, String number) {
        if (!scan.next()) {
            throw tx.abort("No subscriber has the number " + number);
        }
        return scan;
    }

    private static void write(long subscriber, byte[] digits) {
        long rest = subscriber;
        for (int i = DIGITS - 1; i >= 0; i--) {
            digits[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
