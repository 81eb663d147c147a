package io.baton.lab.torture;

import io.baton.deploy.report.Figures;
import io.baton.deploy.report.JsonWriter;
import io.baton.lab.child.RecoveryTimes;
import io.baton.wire.CarrierKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What the torture has shown. One thread. */
public final class TortureResult {

    /** Of so many sections one may be told too late for its order; with more the verdict is worth too little. */
    private static final int LATE_ONE_IN = 1_000;
    /** How few are no share yet. */
    private static final int LATE_FEW = 3;

    private final TortureSettings settings;
    private final List<CarrierResult> carriers = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    TortureResult(TortureSettings settings) {
        this.settings = settings;
    }

    CarrierResult begin(CarrierKind carrier) {
        final CarrierResult result = new CarrierResult(carrier);
        carriers.add(result);
        return result;
    }

    void tell(List<String> lines) {
        texts.addAll(lines);
    }

    /** What one carrier has shown. */
    static final class CarrierResult {

        final CarrierKind carrier;
        final RecoveryTimes recoveries = new RecoveryTimes();
        final Map<ProcessFault.Kind, Integer> faults = new LinkedHashMap<>();
        long cycles;
        long violations;
        long lostIncrements;
        long stuck;
        long sections;
        long chains;
        long refused;
        long late;
        long beforeNews;
        long resets;
        long fences;
        long longestWaitNanos;
        String failure = "";

        private CarrierResult(CarrierKind carrier) {
            this.carrier = carrier;
        }

        void cycle(ProcessFault.Kind kind) {
            cycles++;
            faults.merge(kind, 1, Integer::sum);
        }

        void judged(Judge judge, SessionLog sessions) {
            violations = judge.violations();
            lostIncrements = judge.lostIncrements();
            sections = judge.sections();
            refused = judge.refused();
            late = judge.late();
            beforeNews = judge.beforeNews();
            resets = sessions.resets();
            fences = sessions.fences();
            judge.recoveryNanos().forEach(nanos -> recoveries.add(TimeUnit.NANOSECONDS.toMillis(nanos)));
        }

        boolean isGood() {
            return violations == 0 && lostIncrements == 0 && stuck == 0 && failure.isEmpty() && !isMuchLate();
        }

        /** Whether so many sections were told of too late that nothing is said of exclusion. */
        private boolean isMuchLate() {
            return late > LATE_FEW && late * LATE_ONE_IN > sections;
        }

        private String line() {
            return carrier.scheme() + ": " + Figures.count(cycles) + " cycles, " + Figures.count(violations)
                + " violations, " + Figures.count(lostIncrements) + " increments lost, " + Figures.count(stuck)
                + " stuck; " + Figures.count(sections) + " critical sections, " + Figures.count(refused)
                + " of fenced processes, " + Figures.count(late) + " told too late to be ordered"
                + (isMuchLate() ? " (TOO MANY)" : "") + ", " + Figures.count(beforeNews)
                + " grants and releases before the news of an early fence, " + Figures.count(fences) + " fences, "
                + Figures.count(resets)
                + " resets, longest wait " + TimeUnit.NANOSECONDS.toMillis(longestWaitNanos) + " ms; recovery "
                + recoveries.text() + " of " + Figures.count(recoveries.count()) + " locks";
        }

        private Map<String, Object> json() {
            final Map<String, Object> json = new LinkedHashMap<>();
            json.put("carrier", carrier.scheme());
            json.put("cycles", cycles);
            json.put("violations", violations);
            json.put("lostIncrements", lostIncrements);
            json.put("stuck", stuck);
            json.put("recoveryMillis", recoveries.json());
            json.put("recovered", recoveries.count());
            json.put("sections", sections);
            json.put("chains", chains);
            json.put("sectionsOfFenced", refused);
            json.put("sectionsToldLate", late);
            json.put("beforeNewsOfFence", beforeNews);
            json.put("fences", fences);
            json.put("resets", resets);
            json.put("longestWaitMillis", TimeUnit.NANOSECONDS.toMillis(longestWaitNanos));
            final Map<String, Object> kinds = new LinkedHashMap<>();
            faults.forEach((kind, times) -> kinds.put(kind.text(), times));
            json.put("faults", kinds);
            json.put("failure", failure);
            return json;
        }
    }

    /** {@return whether no promise was broken, nobody was stuck, every child did what it should, and nearly all
     *     could be judged} */
    public boolean isGood() {
        return carriers.stream().allMatch(CarrierResult::isGood);
    }

    /** {@return the report for people} */
    public List<String> lines() {
        final List<String> lines = new ArrayList<>(texts);
        for (final CarrierResult each : carriers) {
            if (!each.failure.isEmpty()) {
                lines.add("FAILED  " + each.failure);
            }
            lines.add(each.line());
        }
        if (!isGood()) {
            lines.add("What the processes complained of is in " + settings.directory());
        }
        return lines;
    }

    /** Clients that waited too long, and locks that were not free in the end. */
    long stuck() {
        return carriers.stream().mapToLong(each -> each.stuck).sum();
    }

    /** The first of what is wrong. */
    List<String> texts() {
        return List.copyOf(texts);
    }

    /** {@return the report for scripts, as JSON} */
    public String json() {
        final RecoveryTimes all = new RecoveryTimes();
        carriers.forEach(each -> all.addAll(each.recoveries));
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("cycles", carriers.stream().mapToLong(each -> each.cycles).sum());
        json.put("violations", carriers.stream().mapToLong(each -> each.violations).sum());
        json.put("lostIncrements", carriers.stream().mapToLong(each -> each.lostIncrements).sum());
        json.put("stuck", stuck());
        json.put("recoveryMillis", all.json());
        json.put("seed", settings.seed());
        json.put("sessionMillis", TimeUnit.NANOSECONDS.toMillis(Times.SESSION_NANOS));
        json.put("leaseMillis", TimeUnit.NANOSECONDS.toMillis(Times.LEASE_NANOS));
        json.put("planted", settings.planted().text());
        json.put("carriers", carriers.stream().map(CarrierResult::json).toList());
        json.put("findings", texts());
        return JsonWriter.write(json);
    }
}
