package io.baton.engine.transaction;

/**
 * Ends an attempt in which an Error came out of an access, because memory or the stack ended for example. The procedure
 * may catch the Error, but nothing that it did is committed. Made beforehand, because there may be no room to make it
 * then.
 */
final class FailedAccess extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FailedAccess() {
        super("an Error came out of an access to a row, because memory or the stack ended for example", null, false,
            false);
    }
}
