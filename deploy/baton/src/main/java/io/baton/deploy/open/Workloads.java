package io.baton.deploy.open;

import io.baton.workload.Workload;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** The workloads there are: those that modules on the class path offer. */
public final class Workloads {

    private Workloads() {
    }

    /**
     * Finds them.
     *
     * @param loader whose class path to search
     * @return the workloads in the order in which they are listed
     * @throws IllegalStateException if two have the same name
     * @throws java.util.ServiceConfigurationError if a module offers one that cannot be made
     */
    public static List<Workload> find(ClassLoader loader) {
        final Map<String, Workload> byName = new HashMap<>();
        for (final Workload workload : ServiceLoader.load(Workload.class, loader)) {
            final Workload other = byName.putIfAbsent(workload.name(), workload);
            if (other != null) {
                throw new IllegalStateException("two workloads are named " + workload.name() + ": "
                    + other.getClass().getName() + " and " + workload.getClass().getName()
                    + "; take one off the class path");
            }
        }
        return byName.values().stream()
            .sorted(Comparator.comparingInt(Workload::rank).thenComparing(Workload::name))
            .toList();
    }
}
