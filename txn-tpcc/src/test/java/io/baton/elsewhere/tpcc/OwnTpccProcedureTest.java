package io.baton.elsewhere.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.tpcc.Tpcc;
import io.baton.tpcc.TpccConfig;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Somebody else's procedure on the tables of the workload, written with what is public. */
@Timeout(60)
class OwnTpccProcedureTest {

    /** Gives a customer the amount of an order as a refund; returns the new balance in cents. */
    public static final class Refund {
        public long run(Transaction transaction, long warehouse, long district, long customer, long order) {
            long cents = 0;
            final Scan lines =
                transaction.scan(OrderLineTable.PRIMARY).equal(warehouse).equal(district).equal(order);
            while (lines.next()) {
                cents += lines.row().get(OrderLineTable.AMOUNT);
            }
            final Row row =
                transaction.update(CustomerTable.TABLE, CustomerTable.key(warehouse, district, customer));
            row.set(CustomerTable.BALANCE, row.get(CustomerTable.BALANCE) + cents);
            return row.get(CustomerTable.BALANCE);
        }
    }

    /** Returns the number of a district's next order. */
    public static final class NextOrder {
        public long run(Transaction transaction, long warehouse, long district) {
            return transaction.read(DistrictTable.TABLE, DistrictTable.key(warehouse, district))
                .get(DistrictTable.NEXT_ORDER);
        }
    }

    @Test
    void procedureOfSomebodyElseRunsOnTheWorkloadsTables() {
        try (Engine engine = Tpcc.addTables(Engine.builder(), 1, 1_000).open()) {
            new Tpcc(engine, new TpccConfig(1, 1, false)).load(rows -> {});
            final Procedure<Long> nextOrder = engine.register(new NextOrder(), Long.class);
            final Procedure<Long> refund = engine.register(new Refund(), Long.class);
            assertThat(engine.call(nextOrder, 1L, 3L)).isEqualTo(Scale.ORDERS + 1);
            final long once = engine.call(refund, 1L, 3L, 7L, (long) Scale.ORDERS);
            final long twice = engine.call(refund, 1L, 3L, 7L, (long) Scale.ORDERS);
            assertThat(twice - once).as("the amount of an order that is not delivered").isPositive();
        }
    }
}
