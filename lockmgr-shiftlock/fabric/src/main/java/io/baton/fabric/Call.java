package io.baton.fabric;

import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An opaque request to a handler at the lock server, which travels among verbs, in their order. Only where a fabric
 * {@linkplain Fabric#executes executes}. A {@link VerbBatch#stopUnless condition} looks at the handler's
 * result: a batch that is to go on only if the handler has not refused says {@code stopUnless(Long.MIN_VALUE, 0)}.
 */
public final class Call extends Verb {

    /** The largest number of handlers at a server. */
    public static final int HANDLERS_MAX = 256;
    /** The longest request, and the longest answer, in bytes. All of a batch must also fit into a frame. */
    public static final int BYTES_MAX = 8 * 1024;

    private int handler;
    private DirectBuffer request = new UnsafeBuffer(new byte[0]);
    private int requestAt;
    private int requestBytes;
    private MutableDirectBuffer answer = new ExpandableArrayBuffer(0);
    private int answerAt;
    private int answerBytesMax;

    @Override
    public @Nullable VerbKind kind() {
        return null;
    }

    /**
     * Sets whom to call, with an empty request and no room for an answer.
     *
     * @param server the lock server's number, 0 and up
     * @param handlerNumber 0 to {@link #HANDLERS_MAX} − 1
     * @return this call
     * @throws IllegalArgumentException if the number is out of range
     */
    public Call to(int server, int handlerNumber) {
        checkHandler(handlerNumber);
        address(Address.of(server, 0));
        handler = handlerNumber;
        requestBytes = 0;
        answerBytesMax = 0;
        return this;
    }

    /**
     * Says what to ask. The bytes are read when the batch is posted.
     *
     * @param buffer holds the request
     * @param offset where it begins, in bytes
     * @param length its length in bytes, 0 to {@link #BYTES_MAX}
     * @return this call
     * @throws IllegalArgumentException if the length is out of range
     */
    public Call request(DirectBuffer buffer, int offset, int length) {
        checkLength(length);
        request = buffer;
        requestAt = offset;
        requestBytes = length;
        return this;
    }

    /**
     * Says where the answer goes. It is written before the batch is awaited.
     *
     * @param buffer gets the answer; what is behind the answer's end, as far as it might have gone, may change too
     * @param offset where it begins, in bytes
     * @param lengthMax how long it may be in bytes, 0 to {@link #BYTES_MAX}
     * @return this call
     * @throws IllegalArgumentException if the length is out of range
     */
    public Call answer(MutableDirectBuffer buffer, int offset, int lengthMax) {
        checkLength(lengthMax);
        answer = buffer;
        answerAt = offset;
        answerBytesMax = lengthMax;
        return this;
    }

    private static void checkLength(int length) {
        if (length < 0 || length > BYTES_MAX) {
            throw new IllegalArgumentException("a call with " + length + " bytes: give 0 to " + BYTES_MAX);
        }
    }

    /**
     * Checks a handler's number.
     *
     * @param number the number
     * @throws IllegalArgumentException if it is out of range
     */
    public static void checkHandler(int number) {
        if (number < 0 || number >= HANDLERS_MAX) {
            throw new IllegalArgumentException("handler " + number + ": give 0 to " + (HANDLERS_MAX - 1));
        }
    }

    /** {@return what the handler has returned: the length of the answer, or a number below 0 of its own} */
    public int result() {
        return (int) oldLow();
    }

    // For fabrics

    /**
     * Executes the call in the thread of its caller.
     *
     * @param by what is called
     * @param client the caller's route
     */
    public void execute(CallHandler by, long client) {
        complete(CallHandler.checked(
            by.call(client, request, requestAt, requestBytes, answer, answerAt, answerBytesMax), answerBytesMax), 0);
    }

    /** {@return the handler's number} */
    public int handler() {
        return handler;
    }

    /** {@return the length of the request in bytes} */
    public int requestBytes() {
        return requestBytes;
    }

    /** {@return how long the answer may be, in bytes} */
    public int answerBytesMax() {
        return answerBytesMax;
    }

    /**
     * Copies the request.
     *
     * @param to where to
     * @param at where it begins there
     */
    public void copyRequest(MutableDirectBuffer to, int at) {
        to.putBytes(at, request, requestAt, requestBytes);
    }

    /**
     * Completes the call with what has come from a server.
     *
     * @param result what the handler has returned, {@link #answerBytesMax} at most
     * @param from holds the answer
     * @param at where it begins
     */
    public void complete(int result, DirectBuffer from, int at) {
        if (result > 0) {
            answer.putBytes(answerAt, from, at, result);
        }
        complete(result, 0);
    }
}
