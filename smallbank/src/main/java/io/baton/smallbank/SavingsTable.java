package io.baton.smallbank;

import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;

/** SAVINGS, by customer. */
final class SavingsTable {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("savings");

    static final LongColumn BALANCE = SCHEMA.decimal("bal", 2);
    static final LongColumn CUSTOMER = SCHEMA.int64("custid");

    static final TableSchema TABLE = SCHEMA.primaryKey(CUSTOMER.bits(SmallBankConfig.CUSTOMER_BITS)).build();

    private SavingsTable() {
    }

    static long key(long customer) {
        return TABLE.key(customer);
    }
}
