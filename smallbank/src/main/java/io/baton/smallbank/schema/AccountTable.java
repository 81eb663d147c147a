package io.baton.smallbank.schema;

import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/**
 * ACCOUNTS: customers, by number or by name, which is the number as 16 decimal digits. No transaction changes it, so
 * its rows need no locks.
 */
public final class AccountTable {

    /** Bits of a customer's number in the keys of all three tables. */
    public static final int CUSTOMER_BITS = 40;
    /** The longest name; as many as the sources' columns have. */
    public static final int NAME_BYTES_MAX = 64;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("accounts");

    public static final LongColumn CUSTOMER = SCHEMA.int64("custid");
    public static final StringColumn NAME = SCHEMA.string("name", NAME_BYTES_MAX);

    public static final IndexSchema BY_NAME = SCHEMA
        .primaryKey(CUSTOMER.bits(CUSTOMER_BITS)).readOnly().index("accounts_by_name", 1, NAME.part());
    public static final TableSchema TABLE = SCHEMA.build();

    private AccountTable() {
    }

    public static long key(long customer) {
        return TABLE.key(customer);
    }
}
