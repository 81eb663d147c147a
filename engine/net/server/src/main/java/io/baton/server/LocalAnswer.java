package io.baton.server;

import io.baton.protocol.Answer;
import io.baton.protocol.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * How a call from within the server's process has ended.
 *
 * @param answer the outcome
 * @param type what the result may be
 * @param value the result as it would have come to a client: a {@link io.baton.protocol.RecordValue} for a record; null
 *     if there is none
 * @param rows if the result is a list, how many elements it has, of which the value has the first ones; else 0
 */
public record LocalAnswer(Answer answer, ValueType type, @Nullable Object value, int rows) {
}
