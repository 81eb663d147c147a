package io.baton.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which format a reader is answered in. */
@Timeout(10)
class ExpositionTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', value = {
        // Prometheus 2.42, 2.55 and 3, curl, browsers, Python's requests, Grafana's agent.
        "OPEN_METRICS | application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
            + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
        "OPEN_METRICS | application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
            + "application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
            + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
        "OPEN_METRICS | application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;q=0.6,"
            + "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
        "TEXT | text/plain;version=0.0.4;q=1,*/*;q=0.1",
        "TEXT | */*",
        "TEXT | text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        // Weights decide, and the most exact range tells the weight.
        "TEXT | application/openmetrics-text;q=0.4, text/plain;q=0.5",
        "OPEN_METRICS | application/openmetrics-text;q=0.5, text/plain;q=0.4",
        "OPEN_METRICS | text/plain, application/openmetrics-text",
        "TEXT | application/openmetrics-text;q=0",
        "TEXT | application/openmetrics-text;q=0.0, image/png",
        "OPEN_METRICS | text/plain;q=0, application/openmetrics-text;q=0.001",
        "OPEN_METRICS | text/*;q=0.1, application/*;q=0.2",
        "TEXT | application/*;q=1, application/openmetrics-text;q=0.1, text/plain;q=0.2",
        "OPEN_METRICS | application/*",
        "TEXT | text/*, application/*",
        // As it is written.
        "OPEN_METRICS | APPLICATION/OpenMetrics-Text ; Version = \"1.0.0\" ; Q=0.9 , text/plain;q=0.8",
        "OPEN_METRICS | application/openmetrics-text;comment=\"a, text/plain;q=1\";q=0.1",
        "OPEN_METRICS | application/openmetrics-text;charset=utf-8",
        // Versions that are not spoken.
        "TEXT | application/openmetrics-text;version=2.0.0",
        "TEXT | application/openmetrics-text;version=2.0.0, text/plain;version=0.0.4;q=0.1",
        "TEXT | application/openmetrics-text;version=0.0.1",
        // What is no range is left out, and what cannot be had is text.
        "TEXT | ''",
        "TEXT | ,;,/,*/openmetrics-text,openmetrics-text",
        "TEXT | application/openmetrics-text;q=2",
        "TEXT | application/openmetrics-text;q=-1",
        "TEXT | application/openmetrics-text;q=0.12345",
        "TEXT | application/openmetrics-text;q=NaN",
        "TEXT | application/openmetrics-textual",
        "TEXT | application/json",
        "OPEN_METRICS | application/openmetrics-text;q=1;\"",
    })
    void headersChoose(Exposition wanted, String header) {
        assertThat(Exposition.of(List.of(header))).isEqualTo(wanted);
    }

    @Test
    void severalHeadersAreOneAndNoneIsText() {
        assertThat(Exposition.of(List.of())).isEqualTo(Exposition.TEXT);
        assertThat(Exposition.of(List.of("text/plain;q=0.5", "application/openmetrics-text;q=0.6")))
            .isEqualTo(Exposition.OPEN_METRICS);
        assertThat(Exposition.OPEN_METRICS.contentType())
            .isEqualTo("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(Exposition.TEXT.contentType()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    }
}
