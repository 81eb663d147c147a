package io.baton.deploy.run;

import io.baton.deploy.open.StoreResult;
import io.baton.deploy.open.TableMemory;
import io.baton.lock.LockStatistics;
import io.baton.workload.ConditionResult;
import io.baton.workload.HeadlineMetric;
import io.baton.workload.Remarks;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * What came out of a run.
 *
 * @param workload the workload's name
 * @param parameters the workload's own settings
 * @param settings how it was run
 * @param rows how many rows were loaded
 * @param loadSeconds how long loading took
 * @param seconds how long was measured; 0 if the run ended before
 * @param transactions by type
 * @param all the latency of all types together, and the sums of their counts
 * @param headline how the headline figure is reckoned
 * @param headlineValue the headline figure
 * @param remarks what this workload alone has to tell
 * @param lockKind the kind of locks
 * @param locks what was done to locks while measuring
 * @param store what is told of the store that keeps the data, or nothing without one
 * @param residentBytes memory of this process at the end of the window, if the system tells
 * @param processors who had the processors while measuring
 * @param memory what rows and indexes take at the end of the run, and their budget
 * @param everySecond what happened second by second, warm-up included
 * @param checks consistency conditions by name; none if they were not checked
 * @param failures what went wrong, in sentences, the first few only; empty after a good run
 * @param interrupted whether the run was stopped before its end
 */
public record RunResult(
        String workload,
        SequencedMap<String, Long> parameters,
        RunSettings settings,
        long rows,
        double loadSeconds,
        double seconds,
        List<TransactionResult> transactions,
        TransactionResult all,
        HeadlineMetric headline,
        double headlineValue,
        Remarks remarks,
        String lockKind,
        LockStatistics locks,
        Optional<StoreResult> store,
        OptionalLong residentBytes,
        ProcessorShare processors,
        TableMemory memory,
        List<LiveSecond> everySecond,
        SequencedMap<String, ConditionResult> checks,
        List<String> failures,
        boolean interrupted) {

    /**
     * Tells whether all went as it should.
     *
     * @return whether every condition holds and no transaction failed; those refused for want of memory did not fail
     */
    public boolean good() {
        return failures.isEmpty() && checks.values().stream().allMatch(ConditionResult::holds);
    }

    /** The same with one failure more, unless it is known. */
    RunResult failed(String failure) {
        if (failures.contains(failure)) {
            return this;
        }
        final List<String> known = Stream.concat(failures.stream(), Stream.of(failure)).toList();
        return new RunResult(workload, parameters, settings, rows, loadSeconds, seconds, transactions, all, headline,
            headlineValue, remarks, lockKind, locks, store, residentBytes, processors, memory, everySecond, checks,
            known,
            interrupted);
    }

    /**
     * Reckons the throughput.
     *
     * @return committed transactions per second, 0 if nothing was measured
     */
    public double committedPerSecond() {
        return seconds > 0 ? all.committed() / seconds : 0;
    }
}
