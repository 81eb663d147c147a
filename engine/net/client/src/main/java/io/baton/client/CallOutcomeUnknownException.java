package io.baton.client;

import io.baton.protocol.Answer;

/** Nobody can tell whether the call was committed: its connection ended, for example. A key tells: IdempotencyKey. */
public final class CallOutcomeUnknownException extends CallException {

    private static final long serialVersionUID = 1L;

    CallOutcomeUnknownException(Answer answer) {
        super(answer);
    }
}
