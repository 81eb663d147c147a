package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.park.Parking;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.ClusterModelBuilder;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.log.LogStatistics;
import io.baton.storage.steady.SteadyThread;
import io.baton.testing.disk.CrashDisk;
import java.nio.file.FileSystem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A durable engine of which every thread is a simulated one: callers, the log's four threads, checkpoints, loaders and
 * recovery. Its clock, its disk's forces and all its waits are in virtual time, so the same seed gives the same run; a
 * wait beside {@link Parking} would end the run with an error.
 */
@Timeout(60)
class SimulatedEngineTest {

    private static final int ACCOUNTS = 60;
    private static final int BALANCE = 1_000;
    private static final int CALLERS = 6;
    private static final int CALLS = 60;
    private static final int LOCK_SLOTS = 1 << 8;
    private static final long FORCE_NANOS = 150_000;
    private static final int SEGMENT_BYTES = 16 << 10;

    private static final TableSchema.Builder BUILDER = TableSchema.named("account");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final LongColumn AMOUNT = BUILDER.int64("amount");
    private static final LongColumn MOVES = BUILDER.int64("moves");
    private static final TableSchema ACCOUNT = BUILDER.primaryKey(ID.bits(32)).build();

    /** Moves money. */
    public static final class Move {
        public long run(Transaction transaction, long from, long to, long amount) {
            final Row source = transaction.update(ACCOUNT, ACCOUNT.key(from));
            final Row target = transaction.update(ACCOUNT, ACCOUNT.key(to));
            source.set(AMOUNT, source.get(AMOUNT) - amount).set(MOVES, source.get(MOVES) + 1);
            target.set(AMOUNT, target.get(AMOUNT) + amount).set(MOVES, target.get(MOVES) + 1);
            return target.get(MOVES);
        }
    }

    /** Adds all amounts up, and then all moves. */
    public static final class Sums {
        public String run(Transaction transaction) {
            long amounts = 0;
            long moves = 0;
            for (int id = 0; id < ACCOUNTS; id++) {
                final Row row = transaction.read(ACCOUNT, ACCOUNT.key(id));
                amounts += row.get(AMOUNT);
                moves += row.get(MOVES);
            }
            return amounts + ", " + moves;
        }
    }

    /** What a run has come to. */
    private record Ran(long traceHash, long nanos, String sums, LogStatistics log, long archived, long checkpoints) {
    }

    /** One run. */
    private static final class Run {
        private final long seed;
        private final Cluster cluster;
        private final Parking parking;
        private final CrashDisk disk = new CrashDisk();
        private final FileSystem files = disk.process();
        private final List<Ran> ran = new ArrayList<>();

        Run(long seed) {
            this.seed = seed;
            final ClusterModel model = new ClusterModelBuilder().nodes(1).oneWayNanos(900).postNanos(30).pollNanos(40)
                .noticeNanos(60).remoteWaitNanos(1_800).cores(CALLERS).sameNodeNanos(1_000).lossTimeoutNanos(500_000)
                .build();
            cluster = new Cluster(model, ShiftLockTable.memoryBytes(LOCK_SLOTS), seed);
            parking = cluster.parking();
            disk.beforeForces(() -> cluster.work(FORCE_NANOS));
        }

        private ThreadFactory threads() {
            return body -> cluster.threads(1).newThread(() -> SteadyThread.promised(body));
        }

        private Engine open() {
            final DataDirectory data = new DataDirectory(files.getPath("/store")).archive(files.getPath("/archive"))
                .checkpointEvery(Duration.ofMillis(500));
            data.segmentBytes = SEGMENT_BYTES;
            data.bufferBytes = 4 * SEGMENT_BYTES;
            final EngineBuilder builder = Engine.builder().table(ACCOUNT, ACCOUNTS).clients(2).data(data).seed(seed)
                .memoryBytes(64 << 20).clock(cluster.clock()).parking(parking).threads(purpose -> threads())
                .wallClock(() -> Instant.EPOCH.plusNanos(cluster.clock().nanoTime()));
            builder.clientsMax = 3;
            builder.processors = 2;
            return builder.lockTable(new ShiftLockTable(cluster.fabric(1), LOCK_SLOTS, ShiftLockOptions.product(),
                threads())).open();
        }

        Ran result() {
            try (cluster) {
                cluster.client(1, "owner", () -> SteadyThread.promised(this::own));
                cluster.run();
                return ran.getFirst();
            }
        }

        private void own() {
            final LogStatistics log;
            final long archived;
            final long checkpoints;
            try (Engine engine = open()) {
                BulkLoad.run(engine, 4, 2, Run::load, rows -> {});
                final Procedure<Long> move = engine.register(new Move(), Long.class);
                final List<Thread> callers = new ArrayList<>();
                for (int i = 0; i < CALLERS; i++) {
                    final RandomGenerator random = new SplittableRandom(seed * CALLERS + i);
                    callers.add(threads().newThread(() -> call(engine, move, random)));
                    callers.getLast().start();
                }
                final IndexSchema index = ACCOUNT.newIndex("by_amount", 1, AMOUNT.bits(40));
                engine.catalog().addIndex(index);
                engine.store().orElseThrow().checkpoint();
                engine.catalog().dropIndex(index);
                callers.forEach(parking::awaitEnd);
                cluster.work(Duration.ofSeconds(2).toNanos());
                engine.call(move, 0L, 1L, 1L);
                log = engine.store().orElseThrow().log();
                archived = engine.store().orElseThrow().archive().copied();
                checkpoints = engine.store().orElseThrow().checkpointsTaken();
            }
            try (Engine engine = open()) {
                final String sums = engine.call(engine.register(new Sums(), String.class));
                ran.add(new Ran(cluster.traceHash(), cluster.clock().nanoTime(), sums, log, archived, checkpoints));
            }
        }

        private static void load(int part, Loader loader) {
            for (int id = part; id < ACCOUNTS; id += 4) {
                final Row row = loader.row(ACCOUNT, ACCOUNT.key(id));
                row.set(AMOUNT, BALANCE);
                loader.insert(row);
            }
        }

        private void call(Engine engine, Procedure<Long> move, RandomGenerator random) {
            for (int i = 0; i < CALLS; i++) {
                final long from = random.nextInt(ACCOUNTS);
                engine.call(move, from, (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS, random.nextLong(50));
                cluster.work(random.nextLong(20_000));
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        final Ran ran = new Run(1).result();
        assertThat(ran.sums).isEqualTo(ACCOUNTS * BALANCE + ", " + 2 * (CALLERS * CALLS + 1));
        assertThat(ran.log.segments()).as("segments").isGreaterThan(2);
        assertThat(ran.log.transactionsPerForce()).as("transactions share forces").isGreaterThan(1);
        assertThat(ran.archived).as("archived").isGreaterThan(1);
        assertThat(ran.checkpoints).as("checkpoints, one of them in the background").isGreaterThan(1);
        assertThat(ran.log.forceNanos() / ran.log.forces()).as("a force").isGreaterThanOrEqualTo(FORCE_NANOS);
        assertThat(new Run(1).result()).isEqualTo(ran);
    }

    @Test
    void otherSeedsGiveOtherRuns() {
        final Set<Long> hashes = new HashSet<>();
        for (long seed = 1; seed <= 5; seed++) {
            final Ran ran = new Run(seed).result();
            assertThat(ran.sums).as("seed %d", seed).startsWith(ACCOUNTS * BALANCE + ", ");
            hashes.add(ran.traceHash);
        }
        assertThat(hashes).hasSize(5);
    }
}
