package io.baton.jdbc;

import io.baton.jdbc.value.SqlErrors;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the calls of a batch in their order. Each is a transaction of its own; one that fails does not end the rest. */
final class Batch {

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
        for (int i = 0; i < counts.length; i++) {
            try {
                if (running.isCancelled()) {
                    throw SqlErrors.of("57014", "the batch was cancelled before call " + (i + 1));
                }
                executions.get(i).run(connection, limits, running);
                counts[i] = Statement.SUCCESS_NO_INFO;
            } catch (SQLException e) {
                first = noted(first, e);
            }
        }
        if (first != null) {
            throw new BatchUpdateException("a call of the batch has failed: " + first.getMessage(),
                first.getSQLState(), first.getErrorCode(), counts, first);
        }
        return counts;
    }

    private static SQLException noted(@Nullable SQLException first, SQLException next) {
        if (first == null) {
            return next;
        }
        first.setNextException(next);
        return first;
    }
}
