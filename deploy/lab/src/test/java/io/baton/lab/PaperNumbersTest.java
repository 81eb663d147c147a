package io.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.baton.lab.metric.Metric;
import io.baton.lab.metric.Quantity;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the papers state is there, each with its source, and fits together as in the papers' own sums. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class PaperNumbersTest {

    private static final String HEADER = "experiment,lock,workload,metric,value,unit,source";
    private static final Set<String> LOCKS = Set.of("CAS-NB", "CAS-B", "DrTM", "DSLR", "MCS", "RMA-RW", "RPC",
        "ShiftLock", "Traditional", "Traditional_RO", "Retry-on-Fail", "N-CoSED", "QPLock", "ideal", "any");

    private final PaperNumbers numbers = PaperNumbers.load();

    @ParameterizedTest
    @CsvSource({
        "single-lock, ideal, one lock, goodput, 278300",
        "single-lock, CAS-NB, one lock, goodput, 15500",
        "single-lock, CAS-B, one lock, goodput, 141400",
        "single-lock, CAS-NB, one lock, retries, 99.4",
        "single-lock, CAS-B, one lock, retries, 87.1",
        "figure4, ShiftLock, WI-zipf, goodputRatio/MCS, 1.65",
        "figure4, ShiftLock, WI-zipf, goodputRatio/RMA-RW, 1.27",
        "figure4, ShiftLock, RI-zipf, goodputRatio/MCS, 3.62",
        "figure4, ShiftLock, RI-zipf, goodputRatio/RMA-RW, 1.26",
        "figure5, DrTM, uniform, p99Ratio/ShiftLock, 1.99",
        "figure5, RMA-RW, uniform, p99Ratio/ShiftLock, 2.26",
        "figure6, ShiftLock, WI-zipf, atomics, 2.01",
        "figure6, ShiftLock, WI-zipf, reads, 0.36",
        "figure6, ShiftLock, RI-zipf, reads, 0.20",
        "figure6, DSLR, WI-zipf, reads, 7.92",
        "figure7, ShiftLock, WI-zipf 1000 locks, goodputRatio/baselines, 1.52",
        "figure10, ShiftLock, TPC-C, goodputRatio/others.max, 2.14",
        "figure12, ShiftLock, WI-zipf N=infinity, p50Ratio/N=32, 1.365",
        "table3, ShiftLock, WI-zipf 160 clients, acquireWriter.WP, 19.51",
        "table3, ShiftLock, RI-zipf 40 clients, acquireWriter.WR, 2.09",
        "table3, ShiftLock, RI-zipf 120 clients, acquireReader.IA, 3.44",
        "table3, ShiftLock, WI-zipf 80 clients, release.NS, 0.28",
        "table4, CAS-NB, WI-zipf, acquireReader.RT, 412.98",
        "table4, DSLR, RI-zipf, release.IA, 3.51",
        "dslr-figure8, DSLR, TPC-C low contention, goodputRatio/Traditional, 2.8",
        "dslr-figure8, DSLR, TPC-C high contention, p999Speedup/others.max, 46.7",
        "dslr-figure9, DSLR, TPC-C low contention 32 nodes, goodputRatio/2 nodes, 14.5",
        "qplock-local, QPLock, local clients, atomics, 0"})
    void statedNumberIsFound(String experiment, String lock, String workload, String metric, double value) {
        assertThat(numbers.lookup(experiment, lock, workload, Quantity.parse(metric))).hasValue(value);
    }

    @Test
    void whatThePapersDoNotSayIsEmpty() {
        assertThat(numbers.lookup("figure4", "RPC", "WI-zipf", Metric.GOODPUT)).isEmpty();
        assertThat(numbers.of("figure99")).isEmpty();
    }

    @Test
    void everyNumberHasASourceAndAKnownLock() {
        assertThat(numbers.all()).hasSizeGreaterThan(200)
            .allSatisfy(row -> assertThat(row.source()).matches("(ShiftLock|DSLR|qplock) .+"))
            .allSatisfy(row -> assertThat(row.lock()).isIn(LOCKS))
            .allSatisfy(row -> assertThat(row.value()).isGreaterThanOrEqualTo(0).isFinite());
    }

    @Test
    void everyNumberHasTheUnitOfItsMetric() {
        assertThat(numbers.all()).allSatisfy(row -> assertThat(row.unit().replace("transactions/s", "ops/s"))
            .as(row.toString()).isEqualTo(row.metric().unit()));
    }

    @Test
    void tablesAreComplete() {
        assertThat(numbers.of("table3").stream().filter(row -> row.source().endsWith("Table 3"))).hasSize(2 * 8 * 8);
        assertThat(numbers.of("table4").stream().filter(row -> row.source().endsWith("Table 4"))).hasSize(21 + 11);
        assertThat(numbers.of("table3").stream().map(PaperNumber::workload).collect(Collectors.toSet())).hasSize(16);
    }

    /** Table 4 sums up what table 3 lists for the same run, so a slip of a column shows. */
    @Test
    void sumOfWaitsInTable4IsThatOfTable3() {
        final double sum = table3("acquireWriter.NP") + table3("acquireWriter.WP") + table3("acquireWriter.WR");
        assertThat(table4("ShiftLock", "acquireWriter.NP+WP+WR")).isCloseTo(sum, within(0.011));
        assertThat(table4("ShiftLock", "acquireReader.WW")).isEqualTo(table3("acquireReader.WW"));
        assertThat(table4("ShiftLock", "release.NS")).isEqualTo(table3("release.NS"));
    }

    /** The text's ratios of section 4.6 follow from the tables. */
    @Test
    void ratiosOfTheTextFollowFromTheTables() {
        final double reader = table4("ShiftLock", "acquireReader.IA") + table4("ShiftLock", "acquireReader.WW");
        final double casReader = table4("CAS-B", "acquireReader.IA") + table4("CAS-B", "acquireReader.RT");
        assertThat(casReader / reader).isCloseTo(get("table4", "CAS-B", "acquireReaderRatio/ShiftLock"), within(0.01));
        assertThat(table4("CAS-NB", "acquireWriter.IA") / table4("ShiftLock", "acquireWriter.IA"))
            .isCloseTo(get("table4", "CAS-NB", "acquire.IARatio/ShiftLock"), within(0.02));
        assertThat(get("figure6", "DSLR", "reads") / get("figure6", "ShiftLock", "reads"))
            .isCloseTo(get("figure6", "DSLR", "readsRatio/ShiftLock"), within(0.01));
        assertThat(get("figure6", "DSLR", "reads") / get("figure6", "RMA-RW", "reads"))
            .isCloseTo(get("figure6", "DSLR", "readsRatio/RMA-RW"), within(0.01));
        assertThat(100 * (1 - get("figure6", "ShiftLock", "atomics") / get("figure6", "RMA-RW", "atomics")))
            .isCloseTo(get("figure6", "ShiftLock", "atomicsReduction/RMA-RW"), within(0.1));
    }

    @Test
    void damagedResourceIsRefusedWithItsLine() {
        assertThatThrownBy(() -> PaperNumbers.parse(List.of())).hasMessageContaining(HEADER);
        assertThatThrownBy(() -> PaperNumbers.parse(List.of(HEADER, "a,b,c,p99,1.2,us")))
            .isInstanceOf(IllegalStateException.class).hasMessageContaining("line 2").hasMessageContaining("6 columns");
        assertThatThrownBy(() -> PaperNumbers.parse(List.of(HEADER, "a,b,c,p99,1.2,us,")))
            .hasMessageContaining("line 2").hasMessageContaining("empty");
        assertThatThrownBy(() -> PaperNumbers.parse(List.of(HEADER, "a,b,c,p99,1;2,us,s")))
            .hasMessageContaining("\"1;2\" is no number");
        assertThatThrownBy(() -> PaperNumbers.parse(List.of(HEADER, "a,b,c,p99,1,us,s", "a,b,c,p99,2,us,s")))
            .hasMessageContaining("line 3").hasMessageContaining("second value");
        assertThatThrownBy(() -> PaperNumbers.parse(List.of(HEADER, "a,b,c,p98,1,us,s")))
            .hasMessageContaining("line 2").hasMessageContaining("\"p98\" is no metric");
    }

    private double table3(String metric) {
        return numbers.lookup("table3", "ShiftLock", "WI-zipf 240 clients", Quantity.parse(metric)).orElseThrow();
    }

    private double table4(String lock, String metric) {
        return get("table4", lock, metric);
    }

    private double get(String experiment, String lock, String metric) {
        return numbers.lookup(experiment, lock, "WI-zipf", Quantity.parse(metric)).orElseThrow();
    }
}
