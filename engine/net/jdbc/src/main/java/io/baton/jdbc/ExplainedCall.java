package io.baton.jdbc;

import io.baton.jdbc.text.CallBinding;
import io.baton.jdbc.text.Command;
import io.baton.jdbc.value.SqlErrors;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks a server how a call or a query runs (specification: section 12 of the protocol). One thread. */
final class ExplainedCall {

    private static final String EXPLAIN = "baton.explain";
    private static final String ANALYZE = "baton.analyze";
    private static final Command.Argument MARKER = new Command.Argument(true, "", null);

    private final ServerSession session;
    private final Command.Explain explain;
    private final @Nullable Object[] values;

    /**
     * Is about a call or a query.
     *
     * @param values for its question marks
     */
    ExplainedCall(ServerSession session, Command.Explain explain, @Nullable Object[] values) {
        this.session = session;
        this.explain = explain;
        this.values = values;
    }

    /** Asks, and waits. Never part of the connection's transaction, which goes on. */
    CallResult run(CallLimits limits, StatementCalls running) throws SQLException {
        if (explain.analyze() && session.transactions().isOpen()) {
            throw SqlErrors.of("25001", "EXPLAIN ANALYZE runs the call as a transaction of its own, which would wait "
                + "for the locks of this connection's; commit or roll back first");
        }
        final String builtIn = explain.analyze() ? ANALYZE : EXPLAIN;
        final CallBinding shape =
            session.bind(new Command.Call(false, builtIn, true, List.of(MARKER, MARKER)), limits);
        final Object lines = switch (explain.explained()) {
            case Command.Call call -> {
                final CallBinding binding = session.bind(call, limits);
                yield session.callAlone(builtIn, limits, running, binding.description().name(),
                    Arrays.asList(session.arguments(binding, values)));
            }
            case Command.Query query -> session.callAlone(builtIn, limits, running, ServerSession.QUERY,
                Arrays.asList(ServerSession.queryArguments(query.sql(), values, limits)));
            case Command.Explain again -> throw SqlErrors.of(SqlErrors.SYNTAX, "EXPLAIN of " + again);
        };
        return new CallResult(shape.columns(), shape.rows(lines), null, null);
    }
}
