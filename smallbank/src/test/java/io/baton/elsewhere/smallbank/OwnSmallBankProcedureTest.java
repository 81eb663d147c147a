package io.baton.elsewhere.smallbank;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.smallbank.SmallBank;
import io.baton.smallbank.SmallBankConfig;
import io.baton.smallbank.schema.AccountTable;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.storage.Row;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Somebody else's procedure on the tables of the workload, written with what is public. */
@Timeout(60)
class OwnSmallBankProcedureTest {

    private static final int CUSTOMERS = 20;

    /** Moves all that a customer has on the checking account to savings; returns what is there then, in cents. */
    public static final class Save {
        public long run(Transaction transaction, String name) {
            final Scan scan = transaction.scan(AccountTable.BY_NAME).equal(name);
            if (!scan.next()) {
                throw transaction.abort("there is no account of " + name);
            }
            final long customer = scan.row().get(AccountTable.CUSTOMER);
            final Row checking = transaction.update(CheckingTable.TABLE, CheckingTable.key(customer));
            final Row savings = transaction.update(SavingsTable.TABLE, SavingsTable.key(customer));
            savings.set(SavingsTable.BALANCE, savings.get(SavingsTable.BALANCE) + checking.get(CheckingTable.BALANCE));
            checking.set(CheckingTable.BALANCE, 0);
            return savings.get(SavingsTable.BALANCE);
        }
    }

    @Test
    @Tag("thorough")
    void procedureOfSomebodyElseRunsOnTheWorkloadsTables() {
        try (Engine engine = SmallBank.addTables(Engine.builder(), CUSTOMERS).open()) {
            final SmallBank bank = new SmallBank(engine, new SmallBankConfig(CUSTOMERS, 1, 90, 10));
            bank.load(rows -> {});
            final Procedure<Long> save = engine.register(new Save(), Long.class);
            final String name = String.format(Locale.ROOT, "%016d", 7);
            final long saved = engine.call(save, name);
            assertThat(saved).isPositive();
            assertThat(engine.call(save, name)).isEqualTo(saved);
            assertThat(bank.check(false).values()).allMatch(result -> result.holds());
        }
    }
}
