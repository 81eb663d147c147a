package io.baton.client;

import io.baton.protocol.Answer;

/** The call never began: it was not sent, or the server refused it. Nothing was written. */
public final class CallRefusedException extends CallException {

    private static final long serialVersionUID = 1L;

    CallRefusedException(Answer answer) {
        super(answer);
    }
}
