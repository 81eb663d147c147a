package io.baton.lab.crash;

import io.baton.deploy.report.Figures;
import io.baton.deploy.report.JsonWriter;
import io.baton.lab.child.RecoveryTimes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What many crashes have shown. One thread. */
public final class CrashResult {

    private final CrashSettings settings;
    private final RecoveryTimes recoveries = new RecoveryTimes();
    private final List<String> texts = new ArrayList<>();
    private long cycles;
    private long lost;
    private long half;
    private long acknowledged;
    private long unacknowledged;
    private long backups;
    private String failure = "";

    CrashResult(CrashSettings settings) {
        this.settings = settings;
    }

    void cycle() {
        cycles++;
    }

    void acknowledged(long lines) {
        acknowledged += lines;
    }

    void recovery(long millis) {
        recoveries.add(millis);
    }

    void backup() {
        backups++;
    }

    void judged(CrashFindings findings) {
        lost += findings.lost();
        half += findings.half();
        unacknowledged += findings.unacknowledged();
        texts.addAll(findings.texts());
    }

    void failed(String text) {
        failure = text;
    }

    /**
     * Tells whether nothing was lost, nothing is there by half, and every child did what it should.
     *
     * @return whether all is well
     */
    public boolean isGood() {
        return lost == 0 && half == 0 && failure.isEmpty();
    }

    public List<String> lines() {
        final List<String> lines = new ArrayList<>(texts);
        if (!failure.isEmpty()) {
            lines.add("FAILED  " + failure);
        }
        lines.add(Figures.count(cycles) + " crashes, seed " + settings.seed() + ": " + Figures.count(lost)
            + " acknowledged transactions lost, " + Figures.count(half) + " there by half");
        lines.add(Figures.count(acknowledged) + " acknowledged, " + Figures.count(unacknowledged)
            + " in flight outlived their crash, " + Figures.count(backups) + " backups opened");
        lines.add("Recovery: " + recoveries.text());
        if (!isGood()) {
            lines.add("The store is left as it is, in " + settings.directory());
        }
        return lines;
    }

    public String json() {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("workload", settings.workload().name().toLowerCase(Locale.ROOT));
        json.put("seed", settings.seed());
        json.put("clients", settings.clients());
        json.put("cycles", cycles);
        json.put("lost", lost);
        json.put("half", half);
        json.put("acknowledged", acknowledged);
        json.put("unacknowledged", unacknowledged);
        json.put("backups", backups);
        json.put("recoveryMillis", recoveries.json());
        json.put("failure", failure);
        json.put("findings", List.copyOf(texts));
        return JsonWriter.write(json);
    }
}
