package io.baton.fabric;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A lock server's answer to a {@link Call}. Executed by the threads that execute verbs, in the order of the batch:
 * thread-safe, quick, and never waiting for another client. One that throws ends its caller's lane.
 */
@FunctionalInterface
public interface CallHandler {

    /**
     * Does what is asked. The buffers are the fabric's, and are its own again when this returns.
     *
     * @param client the caller's route
     * @param request holds the request, which was not checked
     * @param requestAt where it begins, in bytes
     * @param requestBytes its length
     * @param answer where to write the answer
     * @param answerAt where it may begin, in bytes
     * @param answerBytesMax how long it may be
     * @return the length of the answer, 0 to {@code answerBytesMax}; or a number below 0, which the handler gives a
     *     meaning and which goes without an answer
     */
    int call(long client, DirectBuffer request, int requestAt, int requestBytes, MutableDirectBuffer answer,
            int answerAt, int answerBytesMax);

    /**
     * Checks what a handler has returned.
     *
     * @param result what it has returned
     * @param answerBytesMax how long its answer may be
     * @return the same
     * @throws IllegalStateException if the answer is longer than it may be
     */
    static int checked(int result, int answerBytesMax) {
        if (result > answerBytesMax) {
            throw new IllegalStateException("a handler has answered " + result + " bytes where " + answerBytesMax
                + " have room; mend the handler");
        }
        return result;
    }
}
