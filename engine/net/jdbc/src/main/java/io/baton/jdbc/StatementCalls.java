package io.baton.jdbc;

import io.baton.client.CallFuture;
import io.baton.jdbc.value.SqlErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a statement has under way, so that another thread can end it. Thread-safe. */
final class StatementCalls {

    private @Nullable List<CallFuture<?>> calls;
    private boolean cancelled;

    /** Begins an execution; refused while another one is under way. */
    synchronized void begin() throws SQLException {
        if (calls != null) {
            throw SqlErrors.of(SqlErrors.CLOSED,
                "an execution of this statement is under way; a statement has one thread at a time");
        }
        calls = new ArrayList<>();
        cancelled = false;
    }

    /** Notes a call of the execution. */
    synchronized void add(CallFuture<?> call) {
        final List<CallFuture<?>> now = calls;
        if (now != null) {
            now.removeIf(CallFuture::isDone);
            now.add(call);
        }
        if (cancelled) {
            call.end();
        }
    }

    /** Whether the execution was asked to end. */
    synchronized boolean isCancelled() {
        return cancelled;
    }

    synchronized void end() {
        calls = null;
    }

    /** Asks what is under way to end; returns whether anything is. */
    synchronized boolean cancel() {
        final List<CallFuture<?>> now = calls;
        if (now != null) {
            cancelled = true;
            now.forEach(CallFuture::end);
        }
        return now != null;
    }
}
