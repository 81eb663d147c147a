package io.baton.deploy.run;

import io.baton.deploy.open.LogWork;
import java.util.List;

/**
 * What came out of a run with asynchronous calls.
 *
 * @param committed how many were committed while measuring
 * @param seconds how long was measured
 * @param latency how long these took, from the call to its answer
 * @param log what the log did meanwhile
 * @param failures what went wrong, in sentences, the first few only
 */
public record AsyncResult(long committed, double seconds, Latencies latency, LogWork log, List<String> failures) {

    /** Keeps a copy. */
    public AsyncResult {
        failures = List.copyOf(failures);
    }
}
