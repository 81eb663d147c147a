package io.baton.smallbank.schema;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;

/** CHECKING, by customer. */
public final class CheckingTable {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("checking");

    public static final LongColumn BALANCE = SCHEMA.decimal("bal", 2);
    public static final LongColumn CUSTOMER = SCHEMA.int64("custid");

    public static final TableSchema TABLE = SCHEMA.primaryKey(CUSTOMER.bits(AccountTable.CUSTOMER_BITS)).build();

    private CheckingTable() {
    }

    public static long key(long customer) {
        return TABLE.key(customer);
    }
}
