package io.baton.lab.server.access;

import io.baton.deploy.open.DataSettings;
import io.baton.deploy.open.Workloads;
import io.baton.workload.CallSource;
import io.baton.workload.Setting;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Whose procedures are called.
 *
 * @param name of the workload, or {@link #EMPTY}
 * @param workload null for the empty procedure alone
 * @param config the workload's settings
 * @param accounts of SmallBank, for those who load it by themselves
 */
public record ServedWorkload(String name, @Nullable Workload workload, WorkloadConfig config, int accounts) {

    /** A procedure without arguments that does nothing. */
    public static final String EMPTY = "empty";
    /** The workload SmallBank. */
    public static final String SMALLBANK = "smallbank";
    /** The workload TPC-C. */
    public static final String TPCC = "tpcc";

    /** {@return whether only the empty procedure is called} */
    public boolean isEmpty() {
        return name.equals(EMPTY);
    }

    boolean isTpcc() {
        return name.equals(TPCC);
    }

    /** Reads what {@link #arguments} has written. */
    static ServedWorkload of(String... arguments) {
        if (arguments[1].equals(EMPTY)) {
            return new ServedWorkload(EMPTY, null, new WorkloadConfig(Map.of(), 0, DataSettings.LENGTH), 0);
        }
        final Workload workload = Workloads.find(ServedWorkload.class.getClassLoader()).stream()
            .filter(each -> each.name().equals(arguments[1])).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no workload " + arguments[1]));
        final Map<Setting, Long> values = new HashMap<>();
        for (int i = 4; i < arguments.length; i++) {
            final String[] setting = arguments[i].split("=", 2);
            workload.settings().stream().filter(each -> each.name().equals(setting[0]))
                .forEach(each -> values.put(each, Long.parseLong(setting[1])));
        }
        return new ServedWorkload(arguments[1], workload,
            new WorkloadConfig(values, Long.parseLong(arguments[2]), DataSettings.LENGTH),
            Integer.parseInt(arguments[3]));
    }

    /** Writes it for a process that serves it. */
    List<String> arguments(String kind) {
        final List<String> arguments =
            new ArrayList<>(List.of(kind, name, Long.toString(config.seed()), Integer.toString(accounts)));
        config.values().forEach((setting, value) -> arguments.add(setting.name() + "=" + value));
        return arguments;
    }

    /** {@return sources of calls, by number; for data that were just loaded} */
    public IntFunction<CallSource> sources() {
        final Workload whose = workload;
        if (whose == null) {
            return number -> new EmptyCalls();
        }
        return whose.callSources(config)
            .orElseThrow(
                () -> new IllegalStateException("the workload " + name + " has no calls for callers elsewhere"));
    }
}
