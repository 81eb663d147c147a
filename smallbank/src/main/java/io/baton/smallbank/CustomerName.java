package io.baton.smallbank;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.smallbank.schema.AccountTable;
import io.baton.storage.Row;
import java.nio.charset.StandardCharsets;

/** Customers' names: their numbers as 16 decimal digits. The sources leave open what a name looks like. */
final class CustomerName {

    static final int DIGITS = 16;

    private CustomerName() {
    }

    static String of(long customer) {
        final byte[] digits = new byte[DIGITS];
        write(customer, digits);
        return new String(digits, StandardCharsets.ISO_8859_1);
    }

    static void set(Row row, long customer, byte[] scratch) {
        write(customer, scratch);
        row.set(AccountTable.NAME, scratch, 0, DIGITS);
    }

    /** Finds the customer with a name, or gives up. */
    static long customer(Transaction tx, String name) {
        final Scan scan = tx.scan(AccountTable.BY_NAME).equal(name);
        if (!scan.next()) {
            throw tx.abort("There is no account of " + name);
        }
        return scan.row().get(AccountTable.CUSTOMER);
    }

    /** Gives up if there is no such customer. */
    static void check(Transaction tx, long customer) {
        if (!tx.exists(AccountTable.TABLE, AccountTable.key(customer))) {
            throw tx.abort("There is no account of customer " + customer);
        }
    }

    private static void write(long customer, byte[] digits) {
        long rest = customer;
        for (int i = DIGITS - 1; i >= 0; i--) {
            digits[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
