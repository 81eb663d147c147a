package io.baton.client;

import io.baton.protocol.Answer;
import io.baton.protocol.FrameType;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import java.util.concurrent.CompletableFuture;

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
    private boolean ended;

    RemoteTransaction(BatonClient client, Link link, int number) {
        this.client = client;
        this.link = link;
        this.number = number;
    }

    /** The connection has ended, and the server has rolled it back. */
    static Answer lost(String why) {
        return new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.TRANSACTION_LOST,
            "the transaction was rolled back: " + why);
    }

    int number() {
        return number;
    }

    Link link() {
        return link;
    }

    /** Sends a request of it. */
    CompletableFuture<Void> send(FrameType type) {
        final TransactionRequest request = new TransactionRequest(type, number);
        link.submit(request);
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
        client.await(rollbackAsync());
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

    private synchronized void end() {
        if (ended) {
            throw new IllegalStateException("the transaction has ended; begin another one");
        }
        ended = true;
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
