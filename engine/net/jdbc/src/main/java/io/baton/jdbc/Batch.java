package io.baton.jdbc;

import io.baton.client.CallFuture;
import io.baton.jdbc.value.SqlErrors;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
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
    private final StatementCalls running;
    private @Nullable SQLException first;
    private @Nullable SQLException last;
    private int failures;

    Batch(BatonConnection connection, CallLimits limits, StatementCalls running) {
        this.connection = connection;
        this.limits = limits;
        this.running = running;
    }

    /** Runs it; once. */
    int[] run(List<Execution> executions) throws SQLException {
        final int[] counts = new int[executions.size()];
        Arrays.fill(counts, Statement.EXECUTE_FAILED);
        final Queue<Sent> sent = new ArrayDeque<>();
        for (int i = 0; i < counts.length && !isOver(); i++) {
            final Execution.Ready call = ready(executions.get(i));
            // While some of the batch are under way none waits for a place: the wait for an answer ends with the
            // connection's network timeout, that for a place does not. With none under way there is a place of the
            // connection's own, unless other threads of it have those.
            while (call != null && !isOver() && !sends(call, i, sent)) {
                await(sent.remove(), counts);
            }
            if (sent.size() == AT_ONCE) {
                await(sent.remove(), counts);
            }
        }
        while (!sent.isEmpty()) {
            await(sent.remove(), counts);
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

    /** A call that may be under way. */
    private record Sent(int number, CallFuture<Object> call) {
    }

    /** Makes a call ready to be sent; null if it cannot be, which has been noted then. */
    private Execution.@Nullable Ready ready(Execution execution) {
        try {
            return execution.ready(connection.session(), limits);
        } catch (SQLException e) {
            note(e);
            return null;
        }
    }

    /** Sends a call; returns false if there is no place for it, and one of the batch is under way. */
    private boolean sends(Execution.Ready ready, int number, Queue<Sent> sent) {
        try {
            if (running.isCancelled()) {
                throw SqlErrors.of("57014", "the batch was cancelled before call " + (number + 1));
            }
            final CallFuture<Object> call = connection.session().start(ready.procedure(), limits.inOrder(), running,
                sent.isEmpty(), ready.arguments());
            if (call == null) {
                return false;
            }
            sent.add(new Sent(number, call));
        } catch (SQLException e) {
            note(e);
        }
        return true;
    }

    private void await(Sent sent, int[] counts) {
        try {
            connection.session().await(sent.call(), "the batch", limits.inOrder());
            counts[sent.number()] = Statement.SUCCESS_NO_INFO;
        } catch (SQLException e) {
            note(e);
        }
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
