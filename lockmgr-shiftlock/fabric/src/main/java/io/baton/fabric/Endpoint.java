package io.baton.fabric;

import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One client's access to the lock server's memory and to the other clients. Verbs of one endpoint take effect in order.
 * One thread at a time may use an endpoint, platform or virtual.
 *
 * <p>Verbs are objects that are posted in batches, as to an adapter: {@link #post(VerbBatch) post}, then {@link
 * #await}. The blocking calls, {@link #readWord} to {@link #extFaa}, are the same verbs one at a time, as a protocol
 * writes them down: each has taken effect when it returns. {@link PostingEndpoint} makes them of {@code post} and
 * {@code await} for every fabric whose verbs travel. Only where the calling thread itself executes a verb, in process,
 * are they written out, and spare the object.
 *
 * <p>Every verb throws {@link ConnectionLostException} once the lock server is out of reach or refuses this process.
 */
public interface Endpoint extends AutoCloseable {

    /** The largest notice in bytes; adapters send it inline. */
    int NOTICE_BYTES_MAX = 64;

    /** Wait for as long as it takes. */
    long NO_DEADLINE = Long.MAX_VALUE;

    /** {@return this client's own route, which no other open endpoint of the fabric has} */
    long route();

    /**
     * READ of 8 bytes.
     *
     * @param address offset in bytes, a multiple of 8
     * @return the word, read atomically
     */
    long readWord(long address);

    /**
     * WRITE of 8 bytes.
     *
     * @param address offset in bytes, a multiple of 8
     * @param value the word, written atomically
     */
    void writeWord(long address, long value);

    /**
     * Standard compare-and-swap of 8 bytes.
     *
     * @param address offset of the word in bytes, a multiple of 8
     * @param compare the wanted word
     * @param swap the new word
     * @return the word as it was before: {@code compare} if it was replaced
     */
    long cas(long address, long compare, long swap);

    /**
     * Standard fetch-and-add of 8 bytes.
     *
     * @param address offset of the word in bytes, a multiple of 8
     * @param add what is added, modulo 2^64
     * @return the word as it was before
     */
    long faa(long address, long add);

    /**
     * READ of 16 bytes: each half is atomic, the pair is not.
     *
     * @param address offset in bytes, a multiple of 16
     * @param result gets the entry
     */
    void read(long address, WordPair result);

    /**
     * Extended compare-and-swap; see {@link ExtCas} for its meaning. Bits of the operands outside the masks are
     * ignored.
     *
     * @param address offset in bytes, a multiple of 16
     * @param masks which bits are compared and which replaced
     * @param compareLow the wanted first word
     * @param compareHigh the wanted second word
     * @param swapLow the new first word
     * @param swapHigh the new second word
     * @param old gets the entry as it was before
     * @return whether all compared bits were equal, so that the bits were replaced
     */
    boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow, long swapHigh,
            WordPair old);

    /**
     * Extended fetch-and-add; see {@link ExtFaa} for its meaning.
     *
     * @param address offset in bytes, a multiple of 16
     * @param fields where no carry goes
     * @param addLow what is added to the first word, each field within its own bits
     * @param addHigh what is added to the second word, each field within its own bits
     * @param old gets the entry as it was before
     */
    void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old);

    /**
     * Lets verbs leave together, at once, to all servers that they name. They have taken effect, and their results are
     * there, when {@link #await} has returned; they may have done so before this returns. Between the two the endpoint
     * takes notices and waits for them, and is used for nothing else.
     *
     * @param batch operands and results, not to be changed until then
     * @throws IllegalArgumentException if a verb is ill-formed, or the fabric has none of its kind; then none leaves
     * @throws IllegalStateException if another batch was posted that was not awaited
     */
    void post(VerbBatch batch);

    /**
     * Waits for the answers of all servers to the verbs that were posted last.
     *
     * @param batch the same as there
     * @throws ConnectionLostException if a server refuses the session or is lost; what others have done is done
     */
    void await(VerbBatch batch);

    /**
     * Executes verbs together, in one round trip; those of one server in order.
     *
     * @param batch operands and results
     */
    default void execute(VerbBatch batch) {
        post(batch);
        await(batch);
    }

    /**
     * SEND of a notice to another client (or to oneself).
     *
     * @param route the receiver
     * @param buffer holds the notice
     * @param offset where it begins, in bytes
     * @param length its length in bytes, 1 to {@link #NOTICE_BYTES_MAX}
     * @return what became of it
     */
    SendStatus send(long route, DirectBuffer buffer, int offset, int length);

    /**
     * SEND of a notice that need not end {@link #awaitTurn}. A fabric on which a waiter that looks once too often
     * costs little may do as {@link #send}.
     *
     * @param route the receiver
     * @param buffer holds the notice
     * @param offset where it begins, in bytes
     * @param length its length in bytes, 1 to {@link #NOTICE_BYTES_MAX}
     * @return what became of it
     */
    default SendStatus sendAside(long route, DirectBuffer buffer, int offset, int length) {
        return send(route, buffer, offset, length);
    }

    /**
     * SEND without waiting for the acknowledgement, so that a silent receiver delays no other sender. The sender is
     * told only of receivers that are gone, later, by {@link #nextGone}: a notice that must not get lost has to be
     * repeated until its receiver answers. A fabric that learns at once what becomes of a notice may do as
     * {@link #send}.
     *
     * @param route the receiver
     * @param buffer holds the notice
     * @param offset where it begins, in bytes
     * @param length its length in bytes, 1 to {@link #NOTICE_BYTES_MAX}
     * @param tag names the receiver to the caller, in case that it is gone; not 0. One below 0 says that the caller
     *     need not be told
     * @return what is known now: {@link SendStatus#SENT} if nothing is
     */
    default SendStatus post(long route, DirectBuffer buffer, int offset, int length, long tag) {
        return send(route, buffer, offset, length);
    }

    /**
     * Tells of a posted notice that no client had its receiver's route. {@link #awaitNotice} returns when there is one.
     *
     * @return the notice's tag, each once, or 0 if there is none
     */
    default long nextGone() {
        return 0;
    }

    /**
     * Takes all notices out of the mailbox.
     *
     * @param handler gets them in the order of their arrival
     * @return how many there were
     */
    int receive(NoticeHandler handler);

    /**
     * Waits until the mailbox holds a notice. May return early.
     *
     * @param deadlineNanos when to give up, in the fabric's clock, or {@link #NO_DEADLINE}
     */
    void awaitNotice(long deadlineNanos);

    /**
     * The same for a client that has no use yet for what was sent with {@link #sendAside}. May return early.
     *
     * @param deadlineNanos when to give up, in the fabric's clock, or {@link #NO_DEADLINE}
     */
    default void awaitTurn(long deadlineNanos) {
        awaitNotice(deadlineNanos);
    }

    /**
     * Waits until bits of a word of the server's memory have a value. May return early: the caller READs the word
     * and decides.
     *
     * @param address offset of the word in bytes, a multiple of 8
     * @param mask which bits matter
     * @param value what they shall be
     * @param deadlineNanos when to give up, in the fabric's clock, or {@link #NO_DEADLINE}
     */
    void awaitWord(long address, long mask, long value, long deadlineNanos);

    /**
     * Lets a wait of the client return early: the one under way, or else the next. Any thread may call it, at any time;
     * one call too many costs the client one look.
     */
    void wake();

    /**
     * Lets arriving notices ring a doorbell too, for a thread that looks after several endpoints.
     *
     * @param doorbell the doorbell, or null for none
     */
    void listener(@Nullable Doorbell doorbell);

    /** {@return the live counters of what this endpoint has issued so far} */
    VerbCounters counters();

    /** Gives the route back. A later SEND to it fails. Closing twice does nothing. */
    @Override
    void close();
}
