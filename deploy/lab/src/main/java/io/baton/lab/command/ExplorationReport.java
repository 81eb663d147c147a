package io.baton.lab.command;

import io.baton.deploy.report.Figures;
import io.baton.deploy.report.JsonWriter;
import io.baton.explore.Exploration;
import io.baton.explore.lock.Explorations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What explorations have shown, for people and for scripts. */
final class ExplorationReport {

    private final List<Explorations.Finding> findings;

    ExplorationReport(List<Explorations.Finding> findings) {
        this.findings = List.copyOf(findings);
    }

    /** {@return whether every exploration is complete within its bounds, and none has broken a promise} */
    boolean isGood() {
        return findings.stream().allMatch(Explorations.Finding::isGood);
    }

    /** {@return the headings of the report for people, a line} */
    static String heading() {
        return String.format(Locale.ROOT, "%-24s %-14s %9s %9s %7s %5s %8s", "scenario", "clients", "states", "moves",
            "ends", "depth", "seconds");
    }

    static List<String> lines(Explorations.Finding finding) {
        final Exploration found = finding.found();
        final List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, "%-24s %-14s %9s %9s %7s %5s %8.1f  %s", finding.explored().name(),
            finding.explored().clients(), Figures.count(found.states()), Figures.count(found.transitions()),
            Figures.count(found.ends()), Figures.count(found.depth()), finding.seconds(), verdict(finding)));
        found.trace().forEach(step -> lines.add("    " + step));
        return lines;
    }

    private static String verdict(Explorations.Finding finding) {
        final Exploration found = finding.found();
        if (!found.violation().isEmpty()) {
            return "BROKEN: " + found.violation();
        }
        if (!found.complete()) {
            return "NOT COMPLETE: stopped at the limit of states, or by the user; nothing broken so far";
        }
        final int early = finding.explored().earlyTimeouts();
        return "no promise broken" + (found.bounded()
            ? "; complete for " + (early == 0 ? "no early timeout" : "at most " + early + " early timeouts")
            : "; complete");
    }

    /** {@return the report for scripts, as JSON} */
    String json() {
        final Map<String, Object> json = new LinkedHashMap<>();
        for (Explorations.Finding finding : findings) {
            final Exploration found = finding.found();
            final Map<String, Object> one = new LinkedHashMap<>();
            one.put("clients", finding.explored().clients());
            one.put("threshold", finding.explored().threshold());
            one.put("crashes", finding.explored().crashes());
            one.put("lateVerbs", finding.explored().delays());
            one.put("earlyTimeouts", finding.explored().earlyTimeouts());
            one.put("states", found.states());
            one.put("moves", found.transitions());
            one.put("ends", found.ends());
            one.put("executions", found.executions());
            one.put("depth", found.depth());
            one.put("seconds", finding.seconds());
            one.put("complete", found.complete());
            one.put("earlyTimeoutsCutOff", found.bounded());
            one.put("violation", found.violation());
            json.put(finding.explored().name(), one);
        }
        return JsonWriter.write(json);
    }
}
