package io.baton.tatp;

import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import org.jspecify.annotations.Nullable;

/**
 * One client of the benchmark: draws a transaction and runs it. One thread.
 *
 * <pre>
 * while (!done) {
 *     TransactionType type = terminal.next();
 *     TerminalOutcome outcome = terminal.execute();
 * }
 * </pre>
 */
public final class TatpTerminal {

    private static final Object[] NOTHING = {};
    private static final int TYPES = TransactionType.values().length;

    private final Session session;
    private final Procedures procedures;
    private final InputSource inputs;
    private final long[] ended = new long[TYPES];
    private final long[] successful = new long[TYPES];
    private @Nullable TransactionType type;
    private Object[] arguments = NOTHING;
    private String lastFailure = "";

    TatpTerminal(Session session, Procedures procedures, InputSource inputs) {
        this.session = session;
        this.procedures = procedures;
        this.inputs = inputs;
    }

    /**
     * Draws the next transaction and its inputs.
     *
     * @return its type
     */
    public TransactionType next() {
        final TransactionType drawn = inputs.nextType();
        type = drawn;
        arguments = inputs.next(drawn);
        return drawn;
    }

    /**
     * Runs the transaction that was drawn.
     *
     * @return how it ended
     * @throws IllegalStateException if none was drawn, or the session is closed
     */
    public TerminalOutcome execute() {
        final TransactionType drawn = drawn();
        return switch (session.execute(procedure(drawn), arguments)) {
            case Outcome.Committed<?> committed -> committed(drawn, committed.result());
            case Outcome.AbortedByProcedure<?> aborted -> abortedByProcedure(drawn, aborted.message());
            case Outcome.AbortedBySystem<?> aborted -> failed(aborted.reason());
            case Outcome.Unknown<?> unknown -> failed(unknown.reason());
        };
    }

    /**
     * Tells why a transaction failed.
     *
     * @return the reason of the last {@link TerminalOutcome#FAILED}, or nothing if there was none
     */
    public String lastFailure() {
        return lastFailure;
    }

    /**
     * Returns what has become of the transactions of a type since the terminal was made.
     *
     * @param of the type
     * @return the counts
     */
    public SuccessRate successRate(TransactionType of) {
        return new SuccessRate(of, ended[index(of)], successful[index(of)]);
    }

    Object[] arguments() {
        return arguments;
    }

    private Procedure<?> procedure(TransactionType drawn) {
        return switch (drawn) {
            case GET_SUBSCRIBER_DATA -> procedures.getSubscriberData();
            case GET_NEW_DESTINATION -> procedures.getNewDestination();
            case GET_ACCESS_DATA -> procedures.getAccessData();
            case UPDATE_SUBSCRIBER_DATA -> procedures.updateSubscriberData();
            case UPDATE_LOCATION -> procedures.updateLocation();
            case INSERT_CALL_FORWARDING -> procedures.insertCallForwarding();
            case DELETE_CALL_FORWARDING -> procedures.deleteCallForwarding();
        };
    }

    private TransactionType drawn() {
        if (type == null) {
            throw new IllegalStateException("no transaction was drawn; call next() first");
        }
        return type;
    }

    private TerminalOutcome committed(TransactionType drawn, Object result) {
        final boolean success = switch (result) {
            case Boolean done -> done;
            case AccessData data -> data.found();
            case Destinations destinations -> destinations.count() > 0;
            default -> true;
        };
        ended[index(drawn)]++;
        successful[index(drawn)] += success ? 1 : 0;
        return TerminalOutcome.COMMITTED;
    }

    private TerminalOutcome abortedByProcedure(TransactionType drawn, String message) {
        if (message.equals(InsertCallForwarding.NO_FACILITY) || message.equals(InsertCallForwarding.DUPLICATE)) {
            ended[index(drawn)]++;
            return TerminalOutcome.REFUSED;
        }
        return failed(message);
    }

    private TerminalOutcome failed(String reason) {
        lastFailure = reason;
        return TerminalOutcome.FAILED;
    }

    @SuppressWarnings("EnumOrdinal") // Only an index within this object.
    private static int index(TransactionType of) {
        return of.ordinal();
    }
}
