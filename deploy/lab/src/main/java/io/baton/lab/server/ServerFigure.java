package io.baton.lab.server;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a case has come to.
 *
 * @param of the case
 * @param callsPerSecond of all connections together, rolled back ones among them
 * @param p50Nanos half of the calls took at most so long
 * @param p99Nanos 99 of 100 calls took at most so long
 * @param processorNanosPerCall processor time of the server's process, or processes, for each call
 * @param clientNanosPerCall processor time of the callers' process for each call; 0 if it is the server's too
 * @param failures calls that did not end as the workload allows
 * @param failure the last of these, in words; empty if there was none
 * @param violations the conditions that did not hold afterwards, in words; empty if all did
 * @param idleBytesEach resident memory of the server's process for each connection that does nothing, without what the
 *     system keeps for its socket; 0 if there are none
 * @param kills clients that were killed meanwhile
 */
public record ServerFigure(ServerCase of, double callsPerSecond, long p50Nanos, long p99Nanos,
        long processorNanosPerCall, long clientNanosPerCall, long failures, String failure,
        String violations, long idleBytesEach, Kills kills) {

    /** The same, with what idle connections take. */
    ServerFigure withIdleBytesEach(long bytes) {
        return new ServerFigure(of, callsPerSecond, p50Nanos, p99Nanos, processorNanosPerCall, clientNanosPerCall,
            failures, failure, violations, bytes, kills);
    }

    /** The same, with clients that were killed. */
    ServerFigure withKills(Kills killed) {
        return new ServerFigure(of, callsPerSecond, p50Nanos, p99Nanos, processorNanosPerCall, clientNanosPerCall,
            failures, failure, violations, idleBytesEach, killed);
    }

    /** The same, with more conditions that did not hold. */
    ServerFigure withViolations(List<String> more) {
        final String all = Stream.concat(Stream.of(violations), more.stream()).filter(each -> !each.isEmpty())
            .collect(Collectors.joining("; "));
        return new ServerFigure(of, callsPerSecond, p50Nanos, p99Nanos, processorNanosPerCall, clientNanosPerCall,
            failures, failure, all, idleBytesEach, kills);
    }

    /** {@return whether all conditions held} */
    public boolean consistent() {
        return violations.isEmpty();
    }
}
