package io.baton.smallbank;

import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** ACCOUNTS: customers, by number or by name. No transaction changes it, so its rows need no locks. */
final class AccountTable {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("accounts");

    static final LongColumn CUSTOMER = SCHEMA.int64("custid");
    static final StringColumn NAME = SCHEMA.string("name", CustomerName.BYTES_MAX);

    static final IndexSchema BY_NAME = SCHEMA
        .primaryKey(CUSTOMER.bits(SmallBankConfig.CUSTOMER_BITS)).readOnly().index("accounts_by_name", 1, NAME.part());
    static final TableSchema TABLE = SCHEMA.build();

    private AccountTable() {
    }

    static long key(long customer) {
        return TABLE.key(customer);
    }
}
