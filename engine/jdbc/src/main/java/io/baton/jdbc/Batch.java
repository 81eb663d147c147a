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

    private final BatonConnection connection;
    private final CallLimits limits;
    private final RunningCall running;

    Batch(BatonConnection connection, CallLimits limits, RunningCall running) {
        this.connection = connection;
        this.limits = limits;
        this.running = running;
    }

    int[] run(List<Execution> executions) throws SQLException {
        final int[] counts = new int[executions.size()];
        Arrays.fill(counts, Statement.EXECUTE_FAILED);
        SQLException first = null;
        for (int from = 0; from < counts.length; from += AT_ONCE) {
            final int end = Math.min(counts.length, from + AT_ONCE);
            final List<@Nullable CallFuture<Object>> calls = new ArrayList<>();
            for (int i = from; i < end; i++) {
                try {
                    calls.add(send(executions.get(i), i));
                } catch (SQLException e) {
                    calls.add(null);
                    first = noted(first, e);
                }
            }
            for (int i = from; i < end; i++) {
                final CallFuture<Object> call = calls.get(i - from);
                try {
                    if (call != null) {
                        connection.session().await(call, "the batch");
                        counts[i] = Statement.SUCCESS_NO_INFO;
                    }
                } catch (SQLException e) {
                    first = noted(first, e);
                }
            }
        }
        if (first != null) {
            throw new BatchUpdateException("a call of the batch has failed: " + first.getMessage(),
                first.getSQLState(), first.getErrorCode(), counts, first);
        }
        return counts;
    }

    private CallFuture<Object> send(Execution execution, int number) throws SQLException {
        if (running.isCancelled()) {
            throw SqlErrors.of("57014", "the batch was cancelled before call " + (number + 1));
        }
        return execution.start(connection, limits.inOrder(), running);
    }

    private static SQLException noted(@Nullable SQLException first, SQLException next) {
        if (first == null) {
            return next;
        }
        first.setNextException(next);
        return first;
    }
}
