package io.baton.engine.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Durability;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.testing.disk.CrashDisk;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The ids of calls are good as keys of a store, however often it was opened and however its engines ended. */
@Timeout(60)
class IdsAsKeysTest {

    private static final int CALLS = 20;
    private static final String STORE = "/disk/store";

    /** Tells the id of its call. */
    public static final class TakeId {
        /** Returns the id. */
        public Long run(Transaction transaction) {
            return transaction.id();
        }
    }

    /** Returns the ids of some calls of an engine. */
    private static Set<Long> ids(Ledger ledger) {
        final Procedure<Long> takeId = ledger.engine.register(new TakeId(), Long.class);
        final Set<Long> ids = new HashSet<>();
        for (int call = 0; call < CALLS; call++) {
            ids.add(ledger.engine.call(takeId));
        }
        assertThat(ids).hasSize(CALLS);
        return ids;
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void noneComeAgainWhenAStoreIsOpenedAgain(Durability durability) {
        final Path directory = new CrashDisk().process().getPath(STORE);
        final Set<Long> all = new HashSet<>();
        for (int opening = 1; opening <= 4; opening++) {
            final Ledger ledger = Ledger.open(directory, durability);
            try (ledger.engine) {
                all.addAll(ids(ledger));
            }
            assertThat(all).hasSize(opening * CALLS);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void noneComeAgainWhenThePowerIsCut(Durability durability) {
        CrashDisk disk = new CrashDisk();
        final Set<Long> all = new HashSet<>();
        for (int opening = 1; opening <= 4; opening++) {
            final Ledger ledger = Ledger.open(disk.process().getPath(STORE), durability);
            final CrashDisk cut;
            try (ledger.engine) {
                all.addAll(ids(ledger));
                cut = disk.forced(disk.point());
            }
            assertThat(all).hasSize(opening * CALLS);
            disk = cut;
        }
    }
}
