package io.baton.engine.transaction;

import io.baton.engine.history.TransactionHistory;

/** Records nothing. */
public final class NoHistory implements TransactionHistory {
}
