package io.baton.tpcc.schema;

import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;

/** CUSTOMER, by warehouse, district and number, or by last name and then first name. */
public final class CustomerTable {

    public static final int DATA_BYTES_MAX = 500;

    private static final TableSchema.Builder SCHEMA = TableSchema.named("customer");

    // Columns that transactions change or read most stand together at the front.
    public static final LongColumn BALANCE = SCHEMA.decimal("c_balance", 2);
    public static final LongColumn YTD_PAYMENT = SCHEMA.decimal("c_ytd_payment", 2);
    public static final LongColumn PAYMENT_COUNT = SCHEMA.int32("c_payment_cnt");
    public static final LongColumn DELIVERY_COUNT = SCHEMA.int32("c_delivery_cnt");
    public static final LongColumn DISCOUNT = SCHEMA.decimal("c_discount", 4);
    public static final StringColumn CREDIT = SCHEMA.string("c_credit", 2);
    public static final LongColumn ID = SCHEMA.int32("c_id");
    public static final LongColumn WAREHOUSE = SCHEMA.int16("c_w_id");
    public static final LongColumn DISTRICT = SCHEMA.int8("c_d_id");
    public static final StringColumn LAST = SCHEMA.string("c_last", 16);
    public static final StringColumn FIRST = SCHEMA.string("c_first", 16);
    public static final StringColumn MIDDLE = SCHEMA.string("c_middle", 2);
    public static final StringColumn STREET_1 = SCHEMA.string("c_street_1", 20);
    public static final StringColumn STREET_2 = SCHEMA.string("c_street_2", 20);
    public static final StringColumn CITY = SCHEMA.string("c_city", 20);
    public static final StringColumn STATE = SCHEMA.string("c_state", 2);
    public static final StringColumn ZIP = SCHEMA.string("c_zip", 9);
    public static final StringColumn PHONE = SCHEMA.string("c_phone", 16);
    public static final LongColumn SINCE = SCHEMA.int64("c_since");
    public static final LongColumn CREDIT_LIMIT = SCHEMA.decimal("c_credit_lim", 2);
    public static final StringColumn DATA = SCHEMA.string("c_data", DATA_BYTES_MAX);

    public static final IndexSchema BY_NAME = SCHEMA
        .primaryKey(WAREHOUSE.bits(16), DISTRICT.bits(8), ID.bits(24))
        .index("customer_by_name", 3, WAREHOUSE.bits(16), DISTRICT.bits(8), LAST.part(), FIRST.part());
    public static final TableSchema TABLE = SCHEMA.build();

    private CustomerTable() {
    }

    public static long key(long warehouse, long district, long customer) {
        return TABLE.key(warehouse, district, customer);
    }
}
