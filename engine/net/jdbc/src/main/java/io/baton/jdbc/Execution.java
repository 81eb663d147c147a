package io.baton.jdbc;

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
    CallResult run(BatonConnection connection, CallLimits limits, StatementCalls running, boolean rowsWanted)
            throws SQLException {
        final ServerSession session = connection.session();
        return switch (command) {
            case Command.Call call -> {
                final CallBinding binding = session.bind(call, limits);
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
     * A call of a batch, bound and converted: it may have to be sent more than once, until there is a place for it.
     *
     * @param procedure the procedure's name
     * @param arguments as they are sent
     */
    @SuppressWarnings("ArrayRecordComponent") // Changed by nobody.
    record Ready(String procedure, @Nullable Object[] arguments) {
    }

    /** Makes it ready to be sent in a batch. */
    Ready ready(ServerSession session, CallLimits limits) throws SQLException {
        if (!(command instanceof Command.Call call)) {
            throw SqlErrors.of("0A000", "a batch has calls only; execute the query by itself");
        }
        final CallBinding binding = session.bind(call, limits);
        return new Ready(binding.description().name(), session.arguments(binding, values));
    }
}
