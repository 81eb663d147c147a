package io.baton.lab.command;

import io.baton.deploy.report.Figures;
import io.baton.deploy.report.JsonWriter;
import io.baton.deploy.report.TextTable;
import io.baton.lock.shiftlock.HoldState;
import io.baton.sim.model.FaultKind;
import io.baton.trial.CampaignSummary;
import io.baton.trial.ConstantNames;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What many fault campaigns have shown, for people and for scripts. */
final class CampaignReport {

    /** In which states a client can stand still. */
    private static final Set<HoldState> FROZEN =
        EnumSet.complementOf(EnumSet.of(HoldState.IDLE, HoldState.HOLDS_SHARED));

    private CampaignReport() {
    }

    /**
     * Writes the report for people.
     *
     * @param summary what came out
     * @param seconds how long it took
     * @return its lines
     */
    static List<String> lines(CampaignSummary summary, double seconds) {
        final List<String> lines = new ArrayList<>(table(summary).lines());
        lines.add("");
        summary.violations().forEach((seed, violation) -> lines.add("BROKEN  seed " + seed + ": " + violation));
        lines.add(String.format(Locale.ROOT, "%s seeds, %.0f per second: %s", Figures.count(summary.seeds()),
            summary.seeds() / seconds, summary.violations().isEmpty() ? "no promise was broken"
                : Figures.count(summary.violations().size()) + " broke a promise (--seed N shows one again)"));
        lines.add(Figures.count(summary.grants()) + " critical sections, " + Figures.count(summary.resets())
            + " locks reset (asked for " + Figures.count(summary.suspicions()) + " times), "
            + Figures.count(summary.refusals()) + " tokens of fenced processes refused; trace hash "
            + Long.toHexString(summary.traceHash()));
        return lines;
    }

    /** Rows: kinds of faults. Columns: what the client that was met was doing, and then the same in a frozen lock. */
    private static TextTable table(CampaignSummary summary) {
        final List<String> headings = new ArrayList<>(List.of("fault", "times"));
        for (HoldState state : HoldState.values()) {
            headings.add(ConstantNames.of(state));
        }
        for (HoldState state : FROZEN) {
            headings.add("frozen-" + ConstantNames.of(state));
        }
        final TextTable table = new TextTable(1, headings.toArray(String[]::new));
        for (FaultKind kind : FaultKind.values()) {
            final List<String> row =
                new ArrayList<>(List.of(ConstantNames.of(kind), Figures.count(summary.faults(kind))));
            for (HoldState state : HoldState.values()) {
                row.add(Figures.count(summary.met(kind, state, false)));
            }
            for (HoldState state : FROZEN) {
                row.add(Figures.count(summary.met(kind, state, true)));
            }
            table.row(row.toArray(String[]::new));
        }
        return table;
    }

    /**
     * Writes the report for scripts.
     *
     * @param summary what came out
     * @param seconds how long it took
     * @return JSON
     */
    static String json(CampaignSummary summary, double seconds) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("seeds", summary.seeds());
        json.put("seconds", seconds);
        json.put("seedsPerSecond", summary.seeds() / seconds);
        json.put("grants", summary.grants());
        json.put("resets", summary.resets());
        json.put("suspicions", summary.suspicions());
        json.put("refusals", summary.refusals());
        json.put("traceHash", Long.toHexString(summary.traceHash()));
        final Map<String, Object> violations = new LinkedHashMap<>();
        summary.violations().forEach((seed, violation) -> violations.put(Long.toString(seed), violation));
        json.put("violations", violations);
        final Map<String, Object> faults = new LinkedHashMap<>();
        for (FaultKind kind : FaultKind.values()) {
            faults.put(ConstantNames.of(kind), fault(summary, kind));
        }
        json.put("faults", faults);
        return JsonWriter.write(json);
    }

    private static Map<String, Object> fault(CampaignSummary summary, FaultKind kind) {
        final Map<String, Object> fault = new LinkedHashMap<>();
        fault.put("times", summary.faults(kind));
        final Map<String, Object> met = new LinkedHashMap<>();
        for (HoldState state : HoldState.values()) {
            met.put(ConstantNames.of(state), summary.met(kind, state, false));
            met.put(ConstantNames.of(state) + "-frozen", summary.met(kind, state, true));
        }
        fault.put("met", met);
        return fault;
    }
}
