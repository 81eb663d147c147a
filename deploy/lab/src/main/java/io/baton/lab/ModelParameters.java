package io.baton.lab;

import io.baton.sim.model.ClusterModel;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;

/** The simulated cluster's parameters, with what they rest on. */
final class ModelParameters {

    private static final String FITTED_LATENCY = "fitted: Table 3, initial atomic with 5 clients (2.05 us)";
    private static final String FITTED_NOTICE = "fitted: Table 3, rows with 20 clients";
    private static final String SATURATED = "supposed, with an eye on Figure 4, uniform: 33 M atomics per second";
    private static final String SUPPOSED = "supposed; no number in the papers";

    private static final Map<String, String> SOURCES = Map.ofEntries(
        Map.entry("nodes", "five client machines (section 4.1)"),
        Map.entry("oneWayNanos", "fitted: one client alone on one lock (278.3 Kops/s, section 2.3)"),
        Map.entry("atomicExtra8Nanos", "fitted: one client alone on one lock (278.3 Kops/s, section 2.3)"),
        Map.entry("atomicExtra16Nanos", FITTED_LATENCY),
        Map.entry("serverAtomic8Nanos", SATURATED),
        Map.entry("serverAtomic16Nanos", SATURATED),
        Map.entry("sameAddressAtomicNanos", "fitted: one lock, 240 clients without backoff (section 2.3)"),
        Map.entry("asideNanos", "supposed, with an eye on Table 4, CAS without backoff"),
        Map.entry("targetChangeNanos", FITTED_NOTICE),
        Map.entry("noticeNanos", FITTED_NOTICE),
        Map.entry("switchNanos", "fitted: Table 3, initial atomic with 20 clients (2.24 us)"),
        Map.entry("cores", "two E5-2650 v4 (section 4.1), a client bound to each of their threads"),
        Map.entry("sharedCoreFactor", "two threads of a core do 1.3 times the work of one (Intel)"),
        Map.entry("nearCores", "those of one of the two processors (section 4.1)"),
        Map.entry("crossingNanos", "supposed, with an eye on Table 3, initial atomics from 80 clients on"),
        Map.entry("peersReady", "address handles that the artifact keeps"),
        Map.entry("newPeerNanos", "supposed, with an eye on Table 3, release.NS from 80 clients on"),
        Map.entry("remoteWaitNanos", "the artifact's -b 1862"),
        Map.entry("sameNodeNanos", "as between nodes, as with the 1 us that the paper adds (section 4.1)"),
        Map.entry("clockErrorNanos", "hardware PTP (section 4.1)"));

    private ModelParameters() {
    }

    /** For each parameter its value and source, in the model's order. */
    static Map<String, String[]> of(ClusterModel model) {
        final Map<String, String[]> parameters = new LinkedHashMap<>();
        for (final RecordComponent component : ClusterModel.class.getRecordComponents()) {
            parameters.put(component.getName(), new String[] {
                value(model, component), SOURCES.getOrDefault(component.getName(), SUPPOSED)});
        }
        return parameters;
    }

    private static String value(ClusterModel model, RecordComponent component) {
        try {
            return String.valueOf(component.getAccessor().invoke(model));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the model's " + component.getName() + " cannot be read", e);
        }
    }
}
