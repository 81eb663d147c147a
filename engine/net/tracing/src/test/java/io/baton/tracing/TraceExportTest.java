package io.baton.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.Procedure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A collector that does not do its work harms no call. */
@Timeout(30)
class TraceExportTest {

    private static final int SPANS = 64;
    private static final int CALLS = 1_000;
    private static final ExportLimits FEW = new ExportLimits(SPANS, 16, Duration.ofMillis(10), Duration.ofMillis(300),
        Duration.ofMillis(400));

    /** However slow this machine is. */
    static final ExportLimits PATIENT = ExportLimits.USUAL.within(Duration.ofSeconds(20));

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    /** It says each failure in its own way, too. */
    private final Logger exporter = Logger.getLogger("io.opentelemetry.exporter");

    TraceExportTest() {
        exporter.setLevel(Level.OFF);
    }

    private void call(TraceExport export, int calls) {
        final TracedBank bank = new TracedBank(export.calls());
        final Procedure<Long> count = bank.procedure("Count");
        for (int i = 1; i <= calls; i++) {
            assertThat(bank.engine.call(count, 1L, 1L)).isEqualTo(i);
        }
        bank.engine.close();
    }

    /** Makes more calls than spans may wait; each span is sent or counted. */
    private long dropped(URI collector) {
        final TraceExport export = TraceExport.start(collector, 1, 1_000, System::nanoTime, log::add, FEW);
        call(export, CALLS);
        await(() -> !log.isEmpty());
        final long before = System.nanoTime();
        export.close();
        export.close();
        assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(2));
        return export.droppedSpans();
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void nobodyListens() throws IOException {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertThat(dropped(URI.create("http://127.0.0.1:" + port))).isEqualTo(CALLS);
        assertThat(log).hasSize(2);
        assertThat(log.getFirst())
            .startsWith("the collector of traces at http://127.0.0.1:" + port + "/v1/traces fails");
        assertThat(log.getLast()).startsWith(CALLS + " spans were dropped");
    }

    @Test
    void theCollectorFails() {
        try (Collector collector = new Collector()) {
            collector.status = 500;
            assertThat(dropped(collector.address())).isEqualTo(CALLS);
            assertThat(collector.requests.get()).isPositive();
            assertThat(log).hasSize(2);
        }
    }

    @Test
    void theCollectorHangs() {
        try (Collector collector = new Collector()) {
            collector.hangs = true;
            assertThat(dropped(collector.address())).isEqualTo(CALLS);
            assertThat(log).hasSize(2);
        }
    }

    @Test
    void aCollectorThatComesBackGetsSpansAgain() {
        try (Collector collector = new Collector();
            TraceExport export = TraceExport.start(collector.address(), 1, 1_000, System::nanoTime, log::add, FEW)) {
            collector.status = 500;
            call(export, 1);
            await(() -> export.droppedSpans() == 1);
            collector.status = 200;
            await(() -> {
                call(export, 1);
                return !collector.spans.isEmpty();
            });
            assertThat(log).hasSize(1);
        }
        assertThat(log).hasSize(2);
    }

    @Test
    @Tag("thorough")
    void noSpanIsLostBeforeThereAreTooMany() {
        try (Collector collector = new Collector()) {
            final TraceExport export =
                TraceExport.start(collector.address(), 1, 1_000, System::nanoTime, log::add, PATIENT);
            call(export, CALLS);
            export.close();
            assertThat(collector.spans).hasSize(CALLS);
            assertThat(collector.spans.stream().map(SentSpan::trace)).doesNotHaveDuplicates();
            assertThat(log).isEmpty();
            // Nobody sends what comes later, and no span is made.
            call(export, 1);
            assertThat(collector.spans).hasSize(CALLS);
            assertThat(export.droppedSpans()).isZero();
        }
    }

    @Test
    void onlyAPartIsRecordedIfThatIsWanted() {
        try (Collector collector = new Collector()) {
            try (TraceExport none = TraceExport.start(collector.address(), 0, 1_000, log::add)) {
                call(none, CALLS);
            }
            assertThat(collector.requests.get()).isZero();
            try (TraceExport some =
                TraceExport.start(collector.address(), 0.1, 1_000, System::nanoTime, log::add, PATIENT)) {
                call(some, CALLS);
            }
            assertThat(collector.spans).hasSizeBetween(20, 300);
        }
    }

    @Test
    void whatIsNoCollectorIsRefused() {
        for (final String given : List.of("localhost:4318", "ftp://host:1", "http:///path", "http://u:p@host:4318",
            "http://host:4318?x=1", "")) {
            assertThatThrownBy(() -> TraceExport.start(URI.create(given), 1, 1_000, log::add)).as(given)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cannot send traces to " + given
                    + ": give the address of a collector that takes OTLP over HTTP, such as http://127.0.0.1:4318");
        }
        for (final double ratio : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatThrownBy(() -> TraceExport.start(URI.create("http://127.0.0.1:4318"), ratio, 1_000, log::add))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("ratio of " + ratio);
        }
    }
}
