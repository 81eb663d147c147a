package io.baton.client;

import io.baton.protocol.Answer;
import io.baton.protocol.FrameType;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.protocol.TraceContext;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of several calls. Its locks are held from call to call, so it is kept short: the server rolls it back
 * when its client is silent for too long. It is never started over: a call that meets a busy lock out of order ends it
 * with {@link Reason#RESTARTS}. Whatever ends a call of it ends the transaction, and nothing is written.
 *
 * <pre>
 * try (RemoteTransaction transaction = client.begin()) {
 *     withdraw.in(transaction).call(1, 30_00);
 *     deposit.in(transaction).call(2, 30_00);
 *     transaction.commit();
 * }
 * </pre>
 *
 * <p>It belongs to one connection, and ends with it. Thread-safe; its calls run one after the other.
 */
public final class RemoteTransaction implements AutoCloseable {

    private final BatonClient client;
    private final Link link;
    private final int number;
    /** Within which span it was begun, or null. */
    private final @Nullable TraceContext trace;
    private boolean ended;
    /** How far its COMMIT is; written by the link's event loop. */
    private volatile Progress progress = Progress.OPEN;
    /** Why it must not be committed, or null. */
    private volatile @Nullable String failure;

    private enum Progress {
        OPEN, COMMIT_SENT, COMMITTED
    }

    RemoteTransaction(BatonClient client, Link link, int number, @Nullable TraceContext trace) {
        this.client = client;
        this.link = link;
        this.number = number;
        this.trace = trace;
    }

    /** The connection has ended, and the server has rolled it back. */
    static Answer rolledBack(String why) {
        return new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.TRANSACTION_LOST,
            "the transaction was rolled back: " + why);
    }

    /** What becomes of a call that was sent, when the connection ends before the last page of its result has come. */
    Answer lost(String why, boolean begun) {
        if (progress == Progress.OPEN) {
            return rolledBack(why);
        }
        return progress == Progress.COMMITTED && begun
            ? new Answer(OutcomeKind.RESULT_LOST, Reason.RESULT_CUT,
                "the call was committed, but only a part of its result has come: " + why)
            : CallException.unknownAnswer(why);
    }

    /** What becomes of a call whose result has come, but does not fit what its caller wants. */
    Answer unfit(String why) {
        if (progress == Progress.OPEN) {
            fail("the result of a call " + why);
            return new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.NOT_ENCODABLE,
                "the transaction is to be rolled back, as the call's result " + why);
        }
        return progress == Progress.COMMITTED
            ? new Answer(OutcomeKind.RESULT_LOST, Reason.NOT_ENCODABLE,
                "the call was committed, but its result " + why)
            : CallException.unknownAnswer("its transaction was about to end, and the call's result " + why);
    }

    /** Whether no COMMIT of it was sent. */
    boolean isOpen() {
        return progress == Progress.OPEN;
    }

    /** Says that it must not be committed. */
    void fail(String why) {
        if (failure == null) {
            failure = why;
        }
    }

    /** Why it must not be committed, or null. */
    @Nullable
    String failure() {
        return failure;
    }

    void commitSent() {
        progress = Progress.COMMIT_SENT;
    }

    /** Takes how its COMMIT was answered. */
    void commitAnswered(OutcomeKind outcome) {
        if (outcome == OutcomeKind.COMMITTED) {
            progress = Progress.COMMITTED;
        } else if (outcome != OutcomeKind.UNKNOWN) {
            progress = Progress.OPEN;
        }
    }

    int number() {
        return number;
    }

    @Nullable
    TraceContext trace() {
        return trace;
    }

    Link link() {
        return link;
    }

    /** Sends a request of it. */
    CompletableFuture<Void> send(FrameType type) {
        final TransactionRequest request = new TransactionRequest(type, this);
        link.submit(request);
        if (type == FrameType.BEGIN) {
            // Behind it, as its client may be closed already, and ends it then.
            client.began(this);
        }
        return request.future();
    }

    /**
     * Commits it, when its calls have been answered, and waits.
     *
     * @throws CallException if it was not committed; {@link CallOutcomeUnknownException} if nobody can tell
     * @throws IllegalStateException if it has been committed or rolled back already
     */
    public void commit() {
        client.await(commitAsync());
    }

    /**
     * Commits it, when its calls have been answered.
     *
     * @return completed when it is committed, or exceptionally with a {@link CallException}
     * @throws IllegalStateException if it has been committed or rolled back already
     */
    public CompletableFuture<Void> commitAsync() {
        end();
        return send(FrameType.COMMIT);
    }

    /**
     * Forgets what its calls have done, and waits until their locks are given back.
     *
     * @throws IllegalStateException if it has been committed or rolled back already
     */
    public void rollback() {
        client.await(rollbackAsync(), () -> CallException.of(new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.CANCELLED,
            "the thread was interrupted while it waited for the rollback, which goes on; nothing is written")));
    }

    /**
     * Forgets what its calls have done.
     *
     * @return completed when their locks are given back
     * @throws IllegalStateException if it has been committed or rolled back already
     */
    public CompletableFuture<Void> rollbackAsync() {
        end();
        return send(FrameType.ROLLBACK);
    }

    private void end() {
        if (!ends()) {
            throw new IllegalStateException("the transaction has ended; begin another one");
        }
    }

    private synchronized boolean ends() {
        final boolean now = !ended;
        ended = true;
        client.ends(this);
        return now;
    }

    /** Rolls it back without waiting, as its client closes. */
    @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for it.
    void giveUp() {
        if (ends()) {
            send(FrameType.ROLLBACK);
        }
    }

    private synchronized boolean isEnded() {
        return ended;
    }

    /** Rolls it back, unless it has ended. */
    @Override
    public void close() {
        if (!isEnded()) {
            rollback();
        }
    }
}
