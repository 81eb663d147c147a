package io.baton.tpcc;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.tpcc.schema.CustomerTable;
import java.util.Arrays;

/** Finds the customer that a last name stands for (clause 2.5.2.2, case 2). */
final class CustomerByName {

    private static final int USUAL_NAMESAKES = 16;

    private CustomerByName() {
    }

    /** Returns the key of the customer at place n/2, rounded up, among the n with this name, ordered by first name. */
    static long key(Transaction tx, long warehouse, long district, String last) {
        final Scan scan = tx.scan(CustomerTable.BY_NAME).equal(warehouse).equal(district).equal(last);
        long[] keys = new long[USUAL_NAMESAKES];
        int count = 0;
        while (scan.next()) {
            if (count == keys.length) {
                keys = Arrays.copyOf(keys, 2 * count);
            }
            keys[count++] = scan.key();
        }
        if (count == 0) {
            throw tx.abort("No customer is named " + last);
        }
        return keys[(count + 1) / 2 - 1];
    }
}
