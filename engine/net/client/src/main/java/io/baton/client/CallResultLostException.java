package io.baton.client;

import io.baton.protocol.Answer;

/** The call was committed, but its result cannot be had. */
public final class CallResultLostException extends CallException {

    private static final long serialVersionUID = 1L;

    CallResultLostException(Answer answer) {
        super(answer);
    }
}
