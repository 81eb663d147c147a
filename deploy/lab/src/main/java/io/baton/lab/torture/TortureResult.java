package io.baton.lab.torture;

import io.baton.deploy.report.Figures;
import io.baton.deploy.report.JsonWriter;
import io.baton.wire.CarrierKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What the torture has shown. One thread. */
public final class TortureResult {

    private static final double MEDIAN = 50;
    private static final double MOST = 99;

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
        final Histogram recoveryMillis = new Histogram(3);
        final Map<Fault.Kind, Integer> faults = new LinkedHashMap<>();
        long cycles;
        long violations;
        long lostIncrements;
        long stuck;
        long sections;
        long chains;
        long refused;
        long late;
        long resets;
        long fences;
        long longestWaitNanos;
        String failure = "";

        private CarrierResult(CarrierKind carrier) {
            this.carrier = carrier;
        }

        void cycle(Fault.Kind kind) {
            cycles++;
            faults.merge(kind, 1, Integer::sum);
        }

        void judged(Judge judge, SessionLog sessions) {
            violations = judge.violations();
            lostIncrements = judge.lostIncrements();
            sections = judge.sections();
            refused = judge.refused();
            late = judge.late();
            resets = sessions.resets();
            fences = sessions.fences();
            judge.recoveryNanos().forEach(nanos -> recoveryMillis.recordValue(TimeUnit.NANOSECONDS.toMillis(nanos)));
        }

        boolean isGood() {
            return violations == 0 && lostIncrements == 0 && stuck == 0 && failure.isEmpty();
        }

        private String line() {
            return carrier.scheme() + ": " + Figures.count(cycles) + " cycles, " + Figures.count(violations)
                + " violations, " + Figures.count(lostIncrements) + " increments lost, " + Figures.count(stuck)
                + " stuck; " + Figures.count(sections) + " critical sections, " + Figures.count(refused)
                + " of fenced processes, " + Figures.count(fences) + " fences, " + Figures.count(resets)
                + " resets, longest wait " + TimeUnit.NANOSECONDS.toMillis(longestWaitNanos) + " ms; recovery "
                + percentile(recoveryMillis, MEDIAN) + " ms (median), " + percentile(recoveryMillis, MOST)
                + " ms (99 %), " + recoveryMillis.getMaxValue() + " ms (most) of "
                + Figures.count(recoveryMillis.getTotalCount()) + " locks";
        }

        private Map<String, Object> json() {
            final Map<String, Object> json = new LinkedHashMap<>();
            json.put("carrier", carrier.scheme());
            json.put("cycles", cycles);
            json.put("violations", violations);
            json.put("lostIncrements", lostIncrements);
            json.put("stuck", stuck);
            json.put("recoveryMillis", recovery(recoveryMillis));
            json.put("recovered", recoveryMillis.getTotalCount());
            json.put("sections", sections);
            json.put("chains", chains);
            json.put("sectionsOfFenced", refused);
            json.put("sectionsToldLate", late);
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

    private static Map<String, Object> recovery(Histogram millis) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("p50", percentile(millis, MEDIAN));
        json.put("p99", percentile(millis, MOST));
        json.put("max", millis.getMaxValue());
        return json;
    }

    private static long percentile(Histogram millis, double percent) {
        return millis.getTotalCount() == 0 ? 0 : millis.getValueAtPercentile(percent);
    }

    /** {@return whether no promise was broken, nobody was stuck, and every child did what it should} */
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

    /** {@return the report for scripts, as JSON} */
    public String json() {
        final Histogram all = new Histogram(3);
        carriers.forEach(each -> all.add(each.recoveryMillis));
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("cycles", carriers.stream().mapToLong(each -> each.cycles).sum());
        json.put("violations", carriers.stream().mapToLong(each -> each.violations).sum());
        json.put("lostIncrements", carriers.stream().mapToLong(each -> each.lostIncrements).sum());
        json.put("stuck", carriers.stream().mapToLong(each -> each.stuck).sum());
        json.put("recoveryMillis", recovery(all));
        json.put("seed", settings.seed());
        json.put("sessionMillis", TimeUnit.NANOSECONDS.toMillis(Times.SESSION_NANOS));
        json.put("leaseMillis", TimeUnit.NANOSECONDS.toMillis(Times.LEASE_NANOS));
        json.put("planted", settings.planted().text());
        json.put("carriers", carriers.stream().map(CarrierResult::json).toList());
        json.put("findings", List.copyOf(texts));
        return JsonWriter.write(json);
    }
}
