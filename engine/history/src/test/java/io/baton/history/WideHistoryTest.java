package io.baton.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.history.check.HistoryChecker;
import io.baton.history.check.Verdict;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Histories of rows whose keys do not fit into 64 bits. A history names them by the hash of the key, so the engine
 * refuses a key whose twin of the same hash is there, be it looked up or inserted; then nothing of it is recorded.
 */
@Timeout(60)
class WideHistoryTest {

    private static final int KEYS = 30;
    private static final int TWINS = 3;
    private static final int CLIENTS = 4;
    private static final int CALLS = 500;

    private static final TableSchema.Builder PAIR = TableSchema.named("pair");
    private static final LongColumn LEFT = PAIR.int64("left");
    private static final LongColumn RIGHT = PAIR.int64("right");
    private static final LongColumn PAIR_VALUE = PAIR.int32("value");
    private static final IndexSchema BY_VALUE =
        PAIR.primaryKey(LEFT.bits(64), RIGHT.bits(64)).index("by_value", 0, PAIR_VALUE.signed(32));
    /** Its keys come in threes of twins. */
    private static final TableSchema PAIRS = PAIR.build();

    private static final TableSchema.Builder USER = TableSchema.named("user");
    private static final StringColumn TENANT = USER.string("tenant", 20);
    private static final LongColumn ID = USER.int64("id");
    private static final LongColumn USER_VALUE = USER.int32("value");
    /** In order within a tenant, whose users have one lock. */
    private static final TableSchema USERS =
        USER.primaryKey(TENANT.part(), ID.bits(64)).ordered(1).lockColumns(1).build();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aRecordedRunIsStrictlySerializable() throws IOException {
        final Path file = folder.resolve("history");
        final LongAdder committed = new LongAdder();
        try (Engine engine = Engine.builder().table(PAIRS, 1_000).table(USERS, 1_000)
            .history(HistoryRecording.to(file)).clients(CLIENTS).open()) {
            final Procedure<Integer> work = engine.register(new ComeAndGo(), Integer.class);
            CompletableFuture.allOf(IntStream.range(0, CLIENTS).mapToObj(client -> CompletableFuture.runAsync(() -> {
                for (int i = 0; i < CALLS; i++) {
                    final Outcome<Integer> outcome = engine.execute(work, (long) client * CALLS + i);
                    if (outcome instanceof Outcome.Committed<Integer>) {
                        committed.increment();
                    } else {
                        assertThat(outcome.toString()).contains("have the same hash");
                    }
                }
            })).toArray(CompletableFuture[]::new)).join();
        }
        try (HistoryReader history = HistoryReader.open(file)) {
            final Verdict verdict = new HistoryChecker(history, 1 << 24).check();
            assertThat(verdict.anomalies()).isEmpty();
            assertThat(verdict.committed()).isEqualTo(committed.sum()).isBetween(CALLS / 2L, CLIENTS * CALLS - 1L);
        }
    }

    /** Inserts, deletes, changes and scans rows by chance. */
    public static final class ComeAndGo {

        public int run(Transaction t, long seed) {
            final SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < 4; i++) {
                final boolean pair = random.nextBoolean();
                final TableSchema table = pair ? PAIRS : USERS;
                final int number = random.nextInt(KEYS);
                final Row probe = key(t.probe(table), number);
                final Row row = t.findForUpdate(table, probe);
                switch (random.nextInt(4)) {
                    case 0 -> {
                        if (row != null) {
                            t.delete(table, probe);
                        }
                    }
                    case 1 -> {
                        final Scan scan = pair ? t.scan(BY_VALUE)
                            : t.scan(Objects.requireNonNull(table.primaryIndex())).equal("t" + number % 4);
                        while (scan.next()) {
                            assertThat(scan.row().isWrapped()).isTrue();
                        }
                    }
                    default -> (row == null ? t.insert(table, probe) : row).set(pair ? PAIR_VALUE : USER_VALUE, i);
                }
            }
            return 0;
        }

        /** Gives an image the key of a number. */
        private static Row key(Row image, int number) {
            if (image.schema() == USERS) {
                return image.set(TENANT, "t" + number % 4).set(ID, number);
            }
            final long left = number % TWINS;
            return image.set(LEFT, left).set(RIGHT, twinOf(number / TWINS, left));
        }

        /**
         * The right column with which a left one has the hash of (0, right): every step of the hash of storage's
         * {@code HashIndex} is a bijection. That the run is refused twins shows that this is still so.
         */
        private static long twinOf(long right, long left) {
            final long fold = 0x9E37_79B9_7F4A_7C15L;
            return right ^ (mix(fold * 31) + fold) * 31 ^ (mix(fold * 31 ^ left) + fold) * 31;
        }

        private static long mix(long key) {
            long h = (key ^ key >>> 30) * 0xBF58_476D_1CE4_E5B9L;
            h = (h ^ h >>> 27) * 0x94D0_49BB_1331_11EBL;
            return h ^ h >>> 31;
        }
    }
}
