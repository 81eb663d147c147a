package io.baton.lab.server;

import java.time.Duration;
import java.util.List;

/**
 * What is to be measured.
 *
 * @param workloads names of workloads
 * @param accesses names of accesses
 * @param connections numbers of connections
 * @param warmup how long each case runs before it is measured
 * @param measured how long it is measured
 * @param underWay how many calls a pipelined connection has under way
 * @param accounts of SmallBank
 * @param idle with how many idle connections to measure SmallBank at the end; 0 for not at all
 * @param hostile with how many hostile clients of each kind to measure SmallBank then; 0 for not at all
 */
public record ServerPlan(List<String> workloads, List<String> accesses, List<Integer> connections, Duration warmup,
        Duration measured, int underWay, int accounts, int idle, int hostile) {

    /** All workloads, in the order of reports. */
    public static final List<String> WORKLOADS = List.of("empty", "smallbank", "tpcc");
    /** All accesses, in the order of reports. */
    public static final List<String> ACCESSES =
        List.of("embedded", "client", "client-pipelined", "jdbc", "h2", "postgresql", "echo");

    /** Keeps the lists as they are now. */
    public ServerPlan {
        workloads = List.copyOf(workloads);
        accesses = List.copyOf(accesses);
        connections = List.copyOf(connections);
    }
}
