package io.baton.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.observe.CallReport;
import io.baton.engine.observe.CallTrace;
import io.opentelemetry.api.trace.SpanContext;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients say does not decide how much is recorded. */
@Timeout(30)
class BoundedClientsTest {

    private static final String RECORDED = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final String NOT_RECORDED = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";
    private static final String OTHER = "00-fedcba9876543210fedcba9876543210-b7ad6b7169203331-01";
    private static final CallReport GOOD = new CallReport(null, "00000", null, 0, 0, 0, 0, -1);

    private final List<String> log = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE);

    private static int recorded(TraceExport export, int calls, String traceparent) {
        int recorded = 0;
        for (int i = 0; i < calls; i++) {
            recorded += export.calls().begins("P", null, traceparent) == null ? 0 : 1;
        }
        return recorded;
    }

    private TraceExport export(Collector collector, double ratio, int clients) {
        return TraceExport.start(collector.address(), ratio, clients, nanos::get, log::add, TraceExportTest.PATIENT);
    }

    @Test
    void soManyCallsASecondAreRecordedBecauseTheirClientsRecordThem() {
        try (Collector collector = new Collector(); TraceExport export = export(collector, 0, 5)) {
            assertThat(recorded(export, 100, RECORDED)).isEqualTo(5);
            nanos.addAndGet(Duration.ofMillis(999).toNanos());
            assertThat(recorded(export, 100, RECORDED)).isZero();
            nanos.addAndGet(Duration.ofMillis(1).toNanos());
            assertThat(recorded(export, 3, RECORDED)).isEqualTo(3);
            assertThat(recorded(export, 100, RECORDED)).isEqualTo(2);
        }
    }

    /** A call and so many parts of it; ends all of them. */
    private static void callWithParts(TraceExport export, @Nullable String traceparent,
            List<@Nullable String> ofParts) {
        final CallTrace call = Objects.requireNonNull(export.calls().begins("P", null, traceparent));
        for (final String ofPart : ofParts) {
            final CallTrace part = call.part("Q", ofPart);
            final CallTrace inner = part.part("R", null);
            inner.ended(GOOD);
            part.ended(GOOD);
        }
        call.ended(GOOD);
    }

    /** Parts without a context, with one of the same trace, and with one of another. */
    @ParameterizedTest
    @ValueSource(strings = {"", RECORDED, OTHER})
    void partsOfCallsThatAreRecordedForTheirClientsCountAsTheseDo(String ofParts) {
        try (Collector collector = new Collector()) {
            try (TraceExport export = export(collector, 1, 5)) {
                callWithParts(export, RECORDED, Collections.nCopies(100, ofParts));
            }
            assertThat(collector.spans).extracting(SentSpan::name).hasSize(5).containsOnlyOnce("P");
        }
    }

    @Test
    void partsOfCallsThatAreRecordedByTheRatioAreRecordedWithThem() {
        try (Collector collector = new Collector()) {
            try (TraceExport export = export(collector, 1, 0)) {
                callWithParts(export, null, Collections.nCopies(20, OTHER));
                callWithParts(export, null, Collections.nCopies(20, NOT_RECORDED));
            }
            assertThat(collector.spans).extracting(SentSpan::name).hasSize(82);
        }
    }

    @Test
    void aPartIsRecordedAsItsTransactionIsUnlessItsCallerIsOfThatTraceAndNotRecorded() {
        try (Collector collector = new Collector()) {
            try (TraceExport export = export(collector, 0, 100)) {
                callWithParts(export, RECORDED, List.of(OTHER.replaceAll("1$", "0")));
                callWithParts(export, RECORDED, List.of(NOT_RECORDED));
                assertThat(export.calls().begins("P", null, NOT_RECORDED)).isNull();
            }
            assertThat(collector.spans).extracting(SentSpan::name).containsExactlyInAnyOrder("P", "Q", "R", "P");
        }
    }

    @Test
    void whatClientsDoNotRecordIsNotRecordedAndOtherCallsAreByTheRatioAlone() {
        try (Collector collector = new Collector(); TraceExport export = export(collector, 1, 0)) {
            assertThat(recorded(export, 10, RECORDED)).isZero();
            assertThat(recorded(export, 10, NOT_RECORDED)).isZero();
            for (final String none : new String[] {"", "00", RECORDED.replace('0', 'x'), RECORDED.substring(1)}) {
                assertThat(recorded(export, 10, none)).as(none).isEqualTo(10);
            }
        }
    }

    @Test
    void aNumberThatIsNoneIsRefused() {
        assertThatThrownBy(() -> TraceExport.start(URI.create("http://127.0.0.1:4318"), 1, -1, log::add))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("-1 calls of clients");
    }

    @Test
    void noSpanHasNoText() {
        assertThat(new CurrentTraceparent().get()).isNull();
        assertThat(Traceparent.of(SpanContext.getInvalid())).isNull();
        assertThat(Traceparent.read(null)).isNull();
    }
}
