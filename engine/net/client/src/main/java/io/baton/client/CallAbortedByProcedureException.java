package io.baton.client;

import io.baton.protocol.Answer;

/** The procedure gave up, or its code failed. Nothing was written. */
public final class CallAbortedByProcedureException extends CallException {

    private static final long serialVersionUID = 1L;

    CallAbortedByProcedureException(Answer answer) {
        super(answer);
    }
}
