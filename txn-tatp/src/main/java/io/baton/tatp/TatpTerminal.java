package io.baton.tatp;

import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.workload.SessionTerminal;

/** One client of the benchmark: draws a transaction and runs it. One thread. */
public final class TatpTerminal extends SessionTerminal<TransactionType> {

    private static final int TYPES = TransactionType.values().length;

    private final Procedures procedures;
    private final InputSource inputs;
    private final long[] ended = new long[TYPES];
    private final long[] successful = new long[TYPES];

    TatpTerminal(Session session, Procedures procedures, InputSource inputs) {
        super(session);
        this.procedures = procedures;
        this.inputs = inputs;
    }

    @Override
    protected TransactionType drawType() {
        return inputs.nextType();
    }

    @Override
    protected Object[] drawArguments(TransactionType drawn) {
        return inputs.next(drawn);
    }

    @Override
    protected Procedure<?> procedure(TransactionType drawn) {
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

    /** Committed, whether it found what it looked for or not. */
    @Override
    protected void committed(TransactionType executed, Object result) {
        final boolean success = switch (result) {
            case Boolean done -> done;
            case AccessData data -> data.found();
            case Destinations destinations -> destinations.count() > 0;
            default -> true;
        };
        ended[index(executed)]++;
        successful[index(executed)] += success ? 1 : 0;
    }

    /** The errors that the specification accepts; they count neither as throughput nor as response time. */
    @Override
    protected boolean rollsBack(TransactionType executed, String message) {
        final boolean accepted =
            message.equals(InsertCallForwarding.NO_FACILITY) || message.equals(InsertCallForwarding.DUPLICATE);
        ended[index(executed)] += accepted ? 1 : 0;
        return accepted;
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

    @SuppressWarnings("EnumOrdinal") // Only an index within this object.
    private static int index(TransactionType of) {
        return of.ordinal();
    }
}
