package io.baton.jdbc;

import io.baton.client.CallFuture;
import io.baton.jdbc.value.SqlErrors;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the calls of a batch in their order, many of them sent before the first is answered. With auto-commit each is a
 * transaction of its own, and one that fails does not end the rest; else it does.
 */
final class Batch {

    private static final int AT_ONCE = 1_000;
    /** Failures that the exception tells one by one. */
    private static final int FAILURES_MAX = 100;

    private final BatonConnection connection;
    private final CallLimits limits;
    private final RunningCall running;
    private @Nullable SQLException first;
    private @Nullable SQLException last;
    private int failures;

    Batch(BatonConnection connection, CallLimits limits, RunningCall running) {
        this.connection = connection;
        this.limits = limits;
        this.running = running;
    }

    /** Runs it; once. */
    int[] run(List<Execution> executions) throws SQLException {
        final int[] counts = new int[executions.size()];
        Arrays.fill(counts, Statement.EXECUTE_FAILED);
        for (int from = 0; from < counts.length && !isOver(); from += AT_ONCE) {
            await(send(executions, from), from, counts);
        }
        final SQLException failure = first;
        if (failure != null) {
            throw new BatchUpdateException("a call of the batch has failed: " + failure.getMessage(),
                failure.getSQLState(), failure.getErrorCode(), counts, failure);
        }
        return counts;
    }

    /** Whether nothing more can be sent, which has been noted already. */
    private boolean isOver() {
        return first != null && (running.isCancelled() || connection.session().isClosed());
    }

    /** Sends calls from one on; those that are not sent are null, or missing at the end. */
    private List<@Nullable CallFuture<Object>> send(List<Execution> executions, int from) {
        final int end = Math.min(executions.size(), from + AT_ONCE);
        final List<@Nullable CallFuture<Object>> calls = new ArrayList<>();
        for (int i = from; i < end && !isOver(); i++) {
            try {
                calls.add(send(executions.get(i), i));
            } catch (SQLException e) {
                calls.add(null);
                note(e);
            }
        }
        return calls;
    }

    private void await(List<@Nullable CallFuture<Object>> calls, int from, int[] counts) {
        for (int i = 0; i < calls.size(); i++) {
            final CallFuture<Object> call = calls.get(i);
            try {
                if (call != null) {
                    connection.session().await(call, "the batch");
                    counts[from + i] = Statement.SUCCESS_NO_INFO;
                }
            } catch (SQLException e) {
                note(e);
            }
        }
    }

    private CallFuture<Object> send(Execution execution, int number) throws SQLException {
        if (running.isCancelled()) {
            throw SqlErrors.of("57014", "the batch was cancelled before call " + (number + 1));
        }
        return execution.start(connection, limits.inOrder(), running);
    }

    /** Notes a failure. The last one is kept, as the way from the first to it would be gone again and again. */
    private void note(SQLException failure) {
        failures++;
        final SQLException before = last;
        if (before == null) {
            first = failure;
        } else if (failures <= FAILURES_MAX) {
            before.setNextException(failure);
        } else {
            return;
        }
        last = failure;
    }
}
