package io.baton.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of figures. */
class ServerReportTest {

    private static final List<ServerFigure> FIGURES = List.of(
        figure("empty", "client", 1, 10_000, 100_000, ""), figure("empty", "echo-waiting", 1, 11_000, 80_000, ""),
        figure("smallbank", "client-pipelined", 64, 300_000, 2_000_000, ""),
        figure("smallbank", "h2", 64, 10_000, 6_000_000, ""),
        figure("smallbank", "postgresql", 64, 20_000, 3_000_000, "money: there is none"));

    private static ServerFigure figure(String workload, String access, int connections, double rate, long p50,
            String violations) {
        return new ServerFigure(new ServerCase(workload, access, connections), rate, p50, 2 * p50, 3_000, 2_000, 0, "",
            violations, 0, Kills.NONE);
    }

    @Test
    void jsonHasWhatScriptsLookFor() {
        final JsonArray json = JsonParser.parseString(ServerReport.json(FIGURES)).getAsJsonArray();
        assertThat(json).hasSize(FIGURES.size());
        final JsonObject last = json.get(4).getAsJsonObject();
        assertThat(last.get("workload").getAsString()).isEqualTo("smallbank");
        assertThat(last.get("access").getAsString()).isEqualTo("postgresql");
        assertThat(last.get("connections").getAsInt()).isEqualTo(64);
        assertThat(last.get("callsPerSecond").getAsDouble()).isEqualTo(20_000);
        assertThat(last.get("p50Nanos").getAsLong()).isEqualTo(3_000_000);
        assertThat(last.get("p99Nanos").getAsLong()).isEqualTo(6_000_000);
        assertThat(last.get("processorNanosPerCall").getAsLong()).isEqualTo(3_000);
        assertThat(last.get("consistent").getAsBoolean()).isFalse();
        assertThat(json.get(3).getAsJsonObject().get("consistent").getAsBoolean()).isTrue();
    }

    @Test
    void idleConnectionsAreTold() {
        final List<ServerFigure> figures = List.of(figure("smallbank", "client", 16, 50_000, 300_000, ""),
            new ServerFigure(new ServerCase("smallbank", "client", 16, 10_000), 40_000, 400_000, 900_000, 3_000, 2_000,
                0, "", "", 4_096, Kills.NONE));
        assertThat(ServerReport.ratios(figures)).containsExactly("10,000 idle connections: 4 KiB of the server's "
            + "memory each; calls of 16 others take 400 us (p50) and 900 us (p99), 300 us and 600 us without.");
        final JsonObject last = JsonParser.parseString(ServerReport.json(figures)).getAsJsonArray().get(1)
            .getAsJsonObject();
        assertThat(last.get("idle").getAsInt()).isEqualTo(10_000);
        assertThat(last.get("idleBytesEach").getAsLong()).isEqualTo(4_096);
        assertThat(ServerReport.plot(figures)).doesNotContain("10,000");
    }

    @Test
    void hostileClientsAreTold() {
        final List<ServerFigure> figures = List.of(figure("smallbank", "client", 16, 50_000, 300_000, ""),
            new ServerFigure(new ServerCase("smallbank", "client", 16, 0, Hostility.KILLED, 4), 40_000, 400_000,
                900_000, 3_000, 2_000, 0, "", "", 0,
                Kills.of(List.of(9_000_000L, 2_000_000L, 3_000_000L, 1_000_000L))));
        assertThat(ServerReport.ratios(figures))
            .containsExactly("4 clients killed: calls of 16 others take 400 us (p50) "
                + "and 900 us (p99), 300 us and 600 us without; locks of 4 that were killed were free after 2.00 ms "
                + "(p50), "
                + "9.00 ms at most.");
        final JsonObject last = JsonParser.parseString(ServerReport.json(figures)).getAsJsonArray().get(1)
            .getAsJsonObject();
        assertThat(last.get("hostility").getAsString()).isEqualTo("killed");
        assertThat(last.get("hostile").getAsInt()).isEqualTo(4);
        assertThat(last.get("kills").getAsInt()).isEqualTo(4);
        assertThat(last.get("locksFreeP50Nanos").getAsLong()).isEqualTo(2_000_000);
        assertThat(last.get("locksFreeMaxNanos").getAsLong()).isEqualTo(9_000_000);
        assertThat(ServerReport.plot(figures)).doesNotContain("killed");
    }

    @Test
    void peopleSeeTheComparisons() {
        assertThat(ServerReport.ratios(FIGURES)).containsExactly("empty: client takes 1.25 times echo-waiting (p50).",
            "smallbank, 64 connections: client-pipelined makes 15.00 times the better of H2 and PostgreSQL.");
        assertThat(ServerReport.lines(FIGURES)).hasSize(6).last().asString().contains("postgresql").endsWith("NO");
        assertThat(ServerReport.plot(FIGURES)).startsWith("<svg").contains("smallbank: throughput");
    }
}
