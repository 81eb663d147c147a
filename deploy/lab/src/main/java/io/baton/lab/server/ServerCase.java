package io.baton.lab.server;

/**
 * What is measured together.
 *
 * @param workload whose procedures are called
 * @param access in which way
 * @param connections over how many connections
 * @param idle how many more connections there are, which do nothing
 * @param hostility what other clients do
 * @param hostile how many these are
 */
public record ServerCase(String workload, String access, int connections, int idle, Hostility hostility, int hostile) {

    /**
     * A case without hostile clients.
     *
     * @param workload whose procedures are called
     * @param access in which way
     * @param connections over how many connections
     * @param idle how many more connections there are, which do nothing
     */
    public ServerCase(String workload, String access, int connections, int idle) {
        this(workload, access, connections, idle, Hostility.NONE, 0);
    }

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
