package io.baton.smallbank;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;

/** CHECKING, by customer. */
final class CheckingTable {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("checking");

    static final LongColumn BALANCE = SCHEMA.decimal("bal", 2);
    static final LongColumn CUSTOMER = SCHEMA.int64("custid");

    static final TableSchema TABLE = SCHEMA.primaryKey(CUSTOMER.bits(SmallBankConfig.CUSTOMER_BITS)).build();

    private CheckingTable() {
    }

    static long key(long customer) {
        return TABLE.key(customer);
    }
}
