package io.baton.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Loader;
import io.baton.engine.TableReader;
import io.baton.engine.Transaction;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.recovery.RecoveryException;
import io.baton.testing.disk.CrashDisk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What bundles load is in a store as a whole or not at all, and is loaded once. */
@Timeout(60)
class BundleLoadTest {

    private static final TableSchema.Builder BUILDER = TableSchema.named("accounts");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final LongColumn BALANCE = BUILDER.int64("balance");
    private static final TableSchema ACCOUNTS = BUILDER.primaryKey(ID.bits(40)).build();
    private static final int ROWS = 3;

    private final CrashDisk disk = new CrashDisk();
    private int loads;

    /** Removes an account. */
    public static final class Remove {
        /** Removes it; returns what it had. */
        public Long run(Transaction transaction, long id) {
            final long had = transaction.read(ACCOUNTS, id).get(BALANCE);
            transaction.delete(ACCOUNTS, id);
            return had;
        }
    }

    /** Accounts, of which some are there at first. */
    private class Accounts implements ProcedureBundle {

        @Override
        public String name() {
            return "accounts";
        }

        @Override
        public void addTables(EngineBuilder builder) {
            builder.table(ACCOUNTS, 100);
        }

        @Override
        public void register(Engine engine) {
            engine.register(new Remove(), Long.class);
        }

        @Override
        public void load(Engine engine) {
            loads++;
            try (Loader loader = engine.loader()) {
                for (long id = 0; id < rows(); id++) {
                    loader.insert(loader.row(ACCOUNTS, id).set(BALANCE, id));
                    inserted(id);
                }
            }
        }

        int rows() {
            return ROWS;
        }

        @SuppressWarnings("unused") // Overriders read it.
        void inserted(long id) {
        }
    }

    private static Engine open(CrashDisk on, Durability durability, ProcedureBundle bundle) {
        return BundleEngine.open(Engine.builder().data(new DataDirectory(on.process().getPath("/store"))
            .durability(durability).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN)), List.of(bundle));
    }

    private void assertRows(CrashDisk on, Durability durability, ProcedureBundle bundle, long rows, int loadsThen) {
        try (Engine engine = open(on, durability, bundle)) {
            assertThat(engine.rows(ACCOUNTS)).isEqualTo(rows);
        }
        assertThat(loads).isEqualTo(loadsThen);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aLoadThatThrowsIsDoneAgain(Durability durability) {
        final Accounts failing = new Accounts() {
            @Override
            void inserted(long id) {
                if (id == 1) {
                    throw new IllegalStateException("no more");
                }
            }
        };
        for (int i = 0; i < 2; i++) {
            assertThatIllegalStateException().isThrownBy(() -> open(disk, durability, failing).close())
                .withMessage("no more");
        }
        assertRows(disk, durability, new Accounts(), ROWS, 3);
        assertRows(disk, durability, new Accounts(), ROWS, 3);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aLoadThatIsKilledIsDoneAgain(Durability durability) {
        final CrashDisk[] left = new CrashDisk[2];
        final Accounts watched = new Accounts() {
            @Override
            void inserted(long id) {
                left[0] = disk.written(disk.point());
            }
        };
        try (Engine engine = open(disk, durability, watched)) {
            assertThat(engine.rows(ACCOUNTS)).isEqualTo(ROWS);
            left[1] = disk.forced(disk.point());
        }
        // In the middle nothing was kept; when the engine was open, all.
        assertRows(left[0], durability, new Accounts(), ROWS, 2);
        assertRows(left[1], durability, new Accounts(), ROWS, 2);
        assertRows(left[0], durability, new Accounts(), ROWS, 2);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void aLoadWithoutRowsIsDoneOnce(Durability durability) {
        final Accounts empty = new Accounts() {
            @Override
            int rows() {
                return 0;
            }
        };
        for (int i = 0; i < 3; i++) {
            assertRows(disk, durability, empty, 0, 1);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void rowsThatWereDeletedDoNotComeBack(Durability durability) {
        try (Engine engine = open(disk, durability, new Accounts())) {
            for (long id = 0; id < ROWS; id++) {
                engine.call(engine.procedure("Remove"), id);
            }
        }
        assertRows(disk, durability, new Accounts(), 0, 1);
    }

    /** A bundle of another version adds a column that is never NULL, and says what old rows have in it. */
    @ParameterizedTest
    @EnumSource(Durability.class)
    void columnsThatAreAddedHaveTheBundlesDefault(Durability durability) {
        open(disk, durability, grown(null, false)).close();
        assertThatExceptionOfType(RecoveryException.class)
            .isThrownBy(() -> open(disk, durability, grown(null, true)).close()).withMessageContaining("kind");
        assertThatExceptionOfType(IllegalArgumentException.class)
            .isThrownBy(() -> open(disk, durability, grown(1_000, true)).close()).withMessageContaining("kind");
        try (Engine engine = open(disk, durability, grown(7, true))) {
            final TableSchema table = engine.catalog().tables().getFirst();
            final List<Object> kinds = new ArrayList<>();
            TableReader.forEachRow(engine, table, row -> kinds.add(row.value(table.column("kind"))));
            assertThat(kinds).containsExactly(7L, 7L, 7L);
        }
    }

    private static ProcedureBundle grown(@Nullable Object kind, boolean grown) {
        final TableSchema.Builder table = TableSchema.named("item");
        final LongColumn id = table.int64("id");
        final LongColumn added = grown ? table.int8("kind") : id;
        final TableSchema schema = table.primaryKey(id.bits(32)).build();
        return new ProcedureBundle() {

            @Override
            public String name() {
                return "items";
            }

            @Override
            public void addTables(EngineBuilder builder) {
                builder.table(schema, 100);
                if (kind != null) {
                    builder.columnDefault(added, kind);
                }
            }

            @Override
            public void register(Engine engine) {
            }

            @Override
            public void load(Engine engine) {
                try (Loader loader = engine.loader()) {
                    for (long number = 0; number < ROWS; number++) {
                        loader.insert(loader.row(schema, number));
                    }
                }
            }
        };
    }
}
