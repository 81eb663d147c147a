package io.baton.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Store;
import io.baton.engine.Transaction;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What Prometheus reads of a data directory. */
@Timeout(30)
class StoreMetricsTest {

    private static final TableSchema.Builder SCHEMA = TableSchema.named("thing");
    private static final LongColumn ID = SCHEMA.int64("id");
    private static final TableSchema THING = SCHEMA.primaryKey(ID.bits(40)).build();
    private static final int CALLS = 3;
    private static final int FILES = 1_000;

    /** Writes a row. */
    public static final class Put {
        public long run(Transaction transaction, long id) {
            transaction.insert(THING, THING.key(id));
            return id;
        }
    }

    private final CrashDisk disk = new CrashDisk();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private Engine open(Durability durability, Duration checkpoints) {
        final Engine engine = Engine.builder().table(THING, 10_000)
            .data(new DataDirectory(disk.process().getPath("/store")).durability(durability)
                .segmentBytes(DataDirectory.SEGMENT_BYTES_MIN).checkpointEvery(checkpoints))
            .open();
        new EngineMetrics(engine).bindTo(registry);
        return engine;
    }

    /** No new file can be made: the log goes on in the one that it has, as long as there are few calls. */
    private static void refuseFiles(CrashDisk disk) {
        for (int file = 1; file <= FILES; file++) {
            disk.inject(Fault.of(DiskOperationKind.CREATE, file, Fault.DISK_FULL));
        }
    }

    private double value(String name) {
        return registry.scrape().lines().filter(line -> line.startsWith(name + " "))
            .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1))).findFirst().orElse(-1);
    }

    @Test
    void theLogAndItsCheckpointsAreCounted() {
        try (Engine engine = open(Durability.GROUP, Duration.ofHours(1))) {
            final Procedure<Long> put = engine.register(new Put(), Long.class);
            assertThat(value("baton_log_transactions_total")).isZero();
            assertThat(value("baton_checkpoints_total")).isZero();
            final double before = value("baton_log_written_bytes_total");
            for (long id = 1; id <= CALLS; id++) {
                engine.call(put, id);
            }
            assertThat(value("baton_log_transactions_total")).isEqualTo(CALLS);
            assertThat(value("baton_log_written_bytes_total")).isGreaterThan(before).isPositive();
            assertThat(value("baton_log_forces_seconds_count")).isPositive();
            assertThat(value("baton_log_forces_seconds_sum")).isPositive();
            assertThat(value("baton_log_unforced_bytes")).isZero();
            assertThat(value("baton_log_room_waits_total")).isZero();
            engine.store().ifPresent(Store::checkpoint);
            assertThat(value("baton_checkpoints_total")).isEqualTo(1);
            assertThat(value("baton_checkpoint_failed")).isZero();
        }
    }

    @Test
    void aCheckpointThatFailsIsTold() {
        try (Engine engine = open(Durability.ASYNC, Duration.ofMillis(1))) {
            final Procedure<Long> put = engine.register(new Put(), Long.class);
            engine.call(put, 1L);
            refuseFiles(disk);
            engine.call(put, 2L);
            while (value("baton_checkpoint_failed") != 1) {
                Thread.onSpinWait();
            }
            disk.clearFaults();
        }
    }

    @Test
    void withoutADirectoryThereIsNoneOfThem() {
        try (Engine engine = Engine.builder().table(THING, 10).open()) {
            new EngineMetrics(engine).bindTo(registry);
            assertThat(registry.scrape()).contains("baton_memory_used_bytes").doesNotContain("baton_log",
                "baton_checkpoint");
        }
    }
}
