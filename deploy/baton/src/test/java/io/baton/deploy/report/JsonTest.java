package io.baton.deploy.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.deploy.open.LogWork;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** JSON is well-formed and has the keys that scripts rely on. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class JsonTest {

    private static final String GOOD = """
        {
          "workload": "tpcc",
          "warehouses": 1,
          "clients": 2,
          "seconds": 10,
          "committedPerSecond": 23111.4,
          "newOrdersPerMinute": 1386684,
          "weather": {
            "fair": true
          },
          "transactions": {
            "NewOrder": {
              "committed": 231114,
              "rolledBack": 2330,
              "restarts": 12,
              "failed": 0,
              "outOfMemory": 0,
              "latencyMicros": {
                "p50": 22.1,
                "p95": 95.4,
                "p99": 153,
                "p999": 1234.567,
                "max": 45678.901
              }
            },
            "Payment": {
              "committed": 0,
              "rolledBack": 0,
              "restarts": 0,
              "failed": 0,
              "outOfMemory": 0,
              "latencyMicros": {
                "p50": 0,
                "p95": 0,
                "p99": 0,
                "p999": 0,
                "max": 0
              }
            }
          },
          "locks": {
            "kind": "shiftlock",
            "acquisitions": 1000000,
            "waits": 1234,
            "handovers": 1,
            "modeChanges": 0,
            "verbs": {
              "extCas": 1500000,
              "extFaa": 500000,
              "read": 10000,
              "write": 0,
              "send": 20000
            }
          },
          "consistency": {
            "1": true,
            "2": true
          },
          "warmupSeconds": 5,
          "rowsLoaded": 599011,
          "loadSeconds": 1.26,
          "residentBytes": 812345678,
          "processors": {
            "count": 2,
            "gotShare": 0.934,
            "othersShare": 0.021,
            "busy": false,
            "compilationSeconds": 0.25,
            "warmingUp": false
          },
          "memoryBudgetBytes": 2147483648,
          "memoryBytes": 1610612736,
          "refused": {
            "outOfMemory": 0
          },
          "everySecond": {
            "elapsedSeconds": [
              1,
              2.004,
              3
            ],
            "committedPerSecond": [
              23000.5,
              23111.5,
              30000
            ],
            "memoryBytes": [
              1073741824,
              1610612736,
              1610612736
            ],
            "outOfMemory": [
              0,
              17,
              0
            ],
            "checkpoint": [
              false,
              true,
              false
            ]
          },
          "failures": [],
          "interrupted": false
        }
        """;

    @Test
    void runHasTheAgreedKeys() {
        assertThat(RunJson.of(SampleResults.good())).isEqualTo(GOOD);
    }

    @Test
    void refusalsAreCountedByReason() {
        assertThat(RunJson.of(SampleResults.refused()))
            .contains("\"refused\": {\n    \"outOfMemory\": 12345\n  }", "\"outOfMemory\": 12345,\n      \"latency");
    }

    @Test
    void runsWithAStoreSayWhatCheckpointsCost() {
        assertThat(RunJson.of(SampleResults.durable("group", LogWork.NONE, null)))
            .contains("  \"checkpointDip\": {\n    \"share\": 0.77,\n    \"seconds\": 1,\n");
        assertThat(RunJson.of(SampleResults.good())).doesNotContain("checkpointDip");
    }

    @Test
    void brokenConditionsAreExplained() {
        assertThat(RunJson.of(SampleResults.bad())).contains("\"2\": false", "\"inconsistencies\": {",
            "\"2\": \"district 3 of warehouse 1 has 7 instead of 8\"", "\"NewOrder failed: the table is full\"");
    }

    @Test
    void stringsAreEscaped() {
        assertThat(JsonWriter.write(List.of("a\"b\\c\nd\u0001\u00e9")))
            .isEqualTo("[\n  \"a\\\"b\\\\c\\nd\\u0001\u00e9\"\n]\n");
    }

    @Test
    void numbersAreFinite() {
        assertThat(JsonWriter.write(List.of(1.0, 0.0004, -2.5, 1e300, Double.NaN, 7L, true)))
            .isEqualToIgnoringWhitespace("[1, 0, -2.5, 1.0E300, null, 7, true]");
        assertThat(JsonWriter.write(Map.of())).isEqualTo("{}\n");
        assertThatThrownBy(() -> JsonWriter.write(Thread.currentThread()))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("Thread");
    }
}
