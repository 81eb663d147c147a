package io.baton.jdbc;

import io.baton.client.CallFuture;
import io.baton.jdbc.text.CallBinding;
import io.baton.jdbc.text.Command;
import io.baton.jdbc.value.SqlErrors;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A statement with the values of its question marks. Immutable.
 *
 * @param command what it is to do
 * @param values for each question mark, as they were given
 */
@SuppressWarnings("ArrayRecordComponent") // Made from a copy, and changed by nobody.
record Execution(Command command, @Nullable Object[] values) {

    /**
     * Runs it and waits for what it brings.
     *
     * @param rowsWanted whether it is refused, before anything is sent, if it brings no rows
     */
    CallResult run(BatonConnection connection, CallLimits limits, RunningCall running, boolean rowsWanted)
            throws SQLException {
        final ServerSession session = connection.session();
        return switch (command) {
            case Command.Call call -> {
                final CallBinding binding = session.bind(call);
                if (rowsWanted && binding.columns().isEmpty()) {
                    throw SqlErrors.of(SqlErrors.NO_ROWS, "procedure " + binding.description().name()
                        + " returns no rows; use execute or executeUpdate. It was not called");
                }
                final Object value = session.call(binding.description().name(), limits, running,
                    session.arguments(binding, values));
                yield new CallResult(binding.columns(), binding.rows(value), value, binding);
            }
            case Command.Query query -> session.query(query.sql(), values, limits, running);
            case Command.Explain explain -> new ExplainedCall(session, explain, values).run(limits, running);
        };
    }

    /**
     * Sends it without waiting for its answer.
     *
     * @param mayWait whether to wait for a place among the calls of the socket
     * @return null if there was none
     */
    @Nullable
    CallFuture<Object> start(BatonConnection connection, CallLimits limits, RunningCall running, boolean mayWait)
            throws SQLException {
        if (!(command instanceof Command.Call call)) {
            throw SqlErrors.of("0A000", "a batch has calls only; execute the query by itself");
        }
        final CallBinding binding = connection.session().bind(call);
        return connection.session().start(binding.description().name(), limits, running, mayWait,
            connection.session().arguments(binding, values));
    }
}
