package io.baton.client;

import io.baton.protocol.Answer;

/** The engine gave up on the call. Nothing was written. */
public final class CallAbortedBySystemException extends CallException {

    private static final long serialVersionUID = 1L;

    CallAbortedBySystemException(Answer answer) {
        super(answer);
    }
}
