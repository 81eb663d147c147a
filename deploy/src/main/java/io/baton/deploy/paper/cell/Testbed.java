package io.baton.deploy.paper.cell;

import io.baton.sim.ClusterModel;

/**
 * A paper's machines.
 *
 * @param label such as {@code ShiftLock}
 * @param model what things cost there
 * @param serverThreads threads of the lock servers that serve requests, for locks that need processors
 * @param serviceNanos how long such a thread is busy with one request
 */
public record Testbed(String label, ClusterModel model, int serverThreads, long serviceNanos) {

    /** The threads of the ShiftLock artifact's server ({@code -n 47}). */
    private static final int SHIFTLOCK_SERVER_THREADS = 47;
    /**
     * What one of those threads needs for a request: receive, work, send and repost. The paper gives no number; 47
     * threads of that speed serve about 13 million requests a second, which is what such servers are known for.
     */
    private static final long SERVICE_NANOS = 3_500;

    /**
     * The testbed of the ShiftLock paper, section 4.1.
     *
     * @return five client machines and a server, ConnectX-5
     */
    public static Testbed shiftLock() {
        return new Testbed("ShiftLock", ClusterModel.paper(), SHIFTLOCK_SERVER_THREADS, SERVICE_NANOS);
    }
}
