package io.baton.lab.server;

/**
 * What is measured together.
 *
 * @param workload whose procedures are called
 * @param access in which way
 * @param connections over how many connections
 * @param idle how many more connections there are, which do nothing
 */
public record ServerCase(String workload, String access, int connections, int idle) {

    /**
     * A case without connections that do nothing.
     *
     * @param workload whose procedures are called
     * @param access in which way
     * @param connections over how many connections
     */
    public ServerCase(String workload, String access, int connections) {
        this(workload, access, connections, 0);
    }
}
