package io.baton.elsewhere.tatp;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.tatp.Tatp;
import io.baton.tatp.TatpConfig;
import io.baton.tatp.schema.AccessInfoTable;
import io.baton.tatp.schema.CallForwardingTable;
import io.baton.tatp.schema.SpecialFacilityTable;
import io.baton.tatp.schema.SubscriberTable;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Somebody else's procedure on the tables of the workload, written with what is public. */
@Timeout(60)
class OwnTatpProcedureTest {

    private static final int SUBSCRIBERS = 50;

    /** Moves the subscriber with a number; returns where it was. */
    public static final class Roam {
        public long run(Transaction transaction, String number, long location) {
            final Scan scan = transaction.scan(SubscriberTable.BY_NUMBER).equal(number);
            if (!scan.next()) {
                throw transaction.abort("there is no subscriber " + number);
            }
            final Row row = scan.update();
            final long before = row.get(SubscriberTable.VLR_LOCATION);
            row.set(SubscriberTable.VLR_LOCATION, location);
            return before;
        }
    }

    /** Counts what belongs to a subscriber. */
    public static final class Count {
        public long run(Transaction transaction, long subscriber) {
            long rows = 0;
            for (long type = 1; type <= 4; type++) {
                rows += transaction.exists(AccessInfoTable.TABLE, AccessInfoTable.key(subscriber, type)) ? 1 : 0;
                rows += transaction.exists(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(subscriber, type))
                    ? 1 : 0;
                for (long start = 0; start <= CallForwardingTable.LAST_START; start += CallForwardingTable.START_STEP) {
                    final long key = CallForwardingTable.key(subscriber, type, start);
                    rows += transaction.exists(CallForwardingTable.TABLE, key) ? 1 : 0;
                }
            }
            return rows;
        }
    }

    @Test
    @Tag("thorough")
    void procedureOfSomebodyElseRunsOnTheWorkloadsTables() {
        try (Engine engine = Tatp.addTables(Engine.builder(), SUBSCRIBERS).open()) {
            new Tatp(engine, new TatpConfig(SUBSCRIBERS, 1, false)).load(rows -> {});
            final Procedure<Long> roam = engine.register(new Roam(), Long.class);
            final String number = String.format(Locale.ROOT, "%0" + SubscriberTable.NUMBER_DIGITS + "d", 7);
            engine.call(roam, number, 4711L);
            assertThat(engine.call(roam, number, 4712L)).isEqualTo(4711);
            final Procedure<Long> count = engine.register(new Count(), Long.class);
            long rows = 0;
            for (long subscriber = 1; subscriber <= SUBSCRIBERS; subscriber++) {
                rows += engine.call(count, subscriber);
            }
            assertThat(rows).isEqualTo(engine.rows(AccessInfoTable.TABLE) + engine.rows(SpecialFacilityTable.TABLE)
                + engine.rows(CallForwardingTable.TABLE));
        }
    }
}
