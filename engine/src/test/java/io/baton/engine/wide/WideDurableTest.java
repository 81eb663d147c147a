package io.baton.engine.wide;

import static io.baton.engine.wide.WideTables.KEYS;
import static io.baton.engine.wide.WideTables.probe;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Procedure;
import io.baton.engine.Store;
import io.baton.engine.TableReader;
import io.baton.engine.Transaction;
import io.baton.engine.wide.WideTables.Work;
import io.baton.park.Parking;
import io.baton.park.Workers;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.recovery.RecoveryProgress;
import io.baton.storage.recovery.Restore;
import io.baton.storage.recovery.RestoreConfig;
import io.baton.storage.recovery.RestoreTarget;
import io.baton.testing.disk.CrashDisk;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows with wide keys, twins among them, are there again: after closing, from checkpoints, backups and restores. */
@Timeout(60)
class WideDurableTest {

    private static final int CLIENTS = 3;
    private static final int BACKUPS = 3;
    /** Commits that a backup has at least behind those of the one before. */
    private static final int COMMITS = 50;
    private static final int BALANCE = 100;
    private static final int SUM = KEYS / 2 * BALANCE;

    private final Path disk = new CrashDisk().process().getPath("/disk");

    private Engine open(String directory, Durability durability) {
        return WideTables.builder().data(new DataDirectory(disk.resolve(directory)).durability(durability)
            .segmentBytes(DataDirectory.SEGMENT_BYTES_MIN)).open();
    }

    private static Store store(Engine engine) {
        return engine.store().orElseThrow();
    }

    /** All rows in words, by table and key. */
    private static Map<String, String> rows(Engine engine) {
        final Map<String, String> rows = new TreeMap<>();
        for (final TableSchema table : WideTables.ALL) {
            TableReader.forEachRow(engine, table, row -> {
                final String before = rows.put(table.name() + table.describe(row),
                    String.valueOf(table.columns().stream().map(column -> String.valueOf(row.value(column))).toList()));
                assertThat(before).isNull();
            });
        }
        return rows;
    }

    /** Changes rows of all tables but the first ones. */
    private static int change(Transaction t, SplittableRandom random, int firstTable) {
        for (int i = 0; i < 5; i++) {
            final int table = random.nextInt(firstTable, WideTables.ALL.size());
            final TableSchema schema = WideTables.ALL.get(table);
            final Row probe = probe(t, schema, random.nextInt(KEYS));
            final Row row = t.findForUpdate(schema, probe);
            if (row != null && random.nextInt(3) == 0) {
                t.delete(schema, row);
            }
            if (row == null || !t.exists(schema, probe)) {
                t.insert(schema, probe).set(WideTables.VALUES.get(table), random.nextInt(1000));
            } else {
                row.set(WideTables.VALUES.get(table), random.nextInt(1000));
            }
            if (random.nextInt(3) == 0) {
                t.delete(schema, probe);
            }
        }
        return 0;
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void whatWasLoadedAndCommittedIsThereAgain(Durability durability) {
        final SplittableRandom random = new SplittableRandom(3);
        Map<String, String> before = Map.of();
        for (int round = 0; round < 4; round++) {
            try (Engine engine = open("store", durability)) {
                if (round == 0) {
                    try (Loader loader = engine.loader()) {
                        for (int i = 0; i < KEYS; i += 2) {
                            loader.insert(WideTables.key(loader.row(WideTables.PAIRS), i));
                        }
                    }
                } else {
                    assertThat(rows(engine)).isEqualTo(before);
                }
                final Procedure<Object> work = engine.register(new WideTables.Do(), Object.class);
                for (int i = 0; i < 100; i++) {
                    final SplittableRandom own = random.split();
                    engine.call(work, (Work) t -> change(t, own, 0));
                    if (i == 60 && round % 2 == 0 && durability != Durability.NONE) {
                        store(engine).checkpoint();
                    }
                }
                before = rows(engine);
                assertThat(before).hasSizeGreaterThan(KEYS / 2);
            }
        }
    }

    /** Moves what pairs have to other pairs, twins among them, so that the sum stays; and changes other tables. */
    private static void work(Engine engine, Procedure<Object> procedure, int client, AtomicBoolean stopped,
            AtomicLong commits) {
        final SplittableRandom random = new SplittableRandom(client);
        while (!stopped.get()) {
            final SplittableRandom own = random.split();
            final int from = random.nextInt(KEYS);
            final int to = (from + 1 + random.nextInt(KEYS - 1)) % KEYS;
            engine.call(procedure, (Work) t -> WideTables.move(t, from, to) + change(t, own.split(), 1));
            commits.incrementAndGet();
        }
    }

    private static void awaitCommits(AtomicLong commits, List<CompletableFuture<Void>> clients) {
        final long enough = commits.get() + COMMITS;
        while (commits.get() < enough) {
            assertThat(clients).noneMatch(CompletableFuture::isDone);
            Thread.onSpinWait();
        }
    }

    private static long sumOfPairs(Engine engine) {
        final AtomicLong sum = new AtomicLong();
        TableReader.forEachRow(engine, WideTables.PAIRS, row -> sum.addAndGet(row.get(WideTables.PAIR_VALUE)));
        return sum.get();
    }

    @Test
    void checkpointsBackupsAndRestoresAreExactWhileWritersRun() throws Exception {
        final AtomicBoolean stopped = new AtomicBoolean();
        final AtomicLong commits = new AtomicLong();
        final Map<String, String> last;
        try (Engine engine = open("store", Durability.GROUP)) {
            final Procedure<Object> procedure = engine.register(new WideTables.Do(), Object.class);
            engine.call(procedure, (Work) t -> {
                for (int i = 0; i < KEYS; i += 2) {
                    t.insert(WideTables.PAIRS, probe(t, WideTables.PAIRS, i)).set(WideTables.PAIR_VALUE, BALANCE);
                }
                return 0;
            });
            final List<CompletableFuture<Void>> clients = new ArrayList<>();
            IntStream.range(0, CLIENTS).forEach(client -> clients.add(
                CompletableFuture.runAsync(() -> work(engine, procedure, client, stopped, commits))));
            try {
                for (int i = 0; i < BACKUPS; i++) {
                    awaitCommits(commits, clients);
                    store(engine).backup(disk.resolve("backup" + i));
                    store(engine).checkpoint();
                }
            } finally {
                stopped.set(true);
            }
            clients.forEach(CompletableFuture::join);
            last = rows(engine);
        }
        try (Engine again = open("store", Durability.GROUP)) {
            assertThat(rows(again)).isEqualTo(last);
        }
        assertThat(last.size()).isGreaterThan(KEYS / 2);
        final Workers threads = new Workers(Thread.ofPlatform().factory(), 2, Parking.onMachine());
        Restore.run(new RestoreConfig(disk.resolve("backup2"), List.of(disk.resolve("store").resolve("log")),
            disk.resolve("restored"), new RestoreTarget.End(), UUID::randomUUID, SystemNanoClock.INSTANCE,
            InstantSource.system(), threads, RecoveryProgress.NONE));
        try (Engine restored = open("restored", Durability.GROUP)) {
            assertThat(rows(restored)).isEqualTo(last);
            assertThat(sumOfPairs(restored)).isEqualTo(SUM);
        }
        for (int i = 0; i < BACKUPS; i++) {
            try (Engine copy = open("backup" + i, Durability.GROUP)) {
                assertThat(sumOfPairs(copy)).as("backup %d", i).isEqualTo(SUM);
            }
        }
    }
}
