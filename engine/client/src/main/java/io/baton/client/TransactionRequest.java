package io.baton.client;

import io.baton.protocol.Answer;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.MalformedFrameException;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Values;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.CompletableFuture;

/** BEGIN, COMMIT or ROLLBACK of a transaction. */
final class TransactionRequest extends Request {

    private final FrameType type;
    private final int transaction;
    private final CompletableFuture<Void> future = new CompletableFuture<>();

    TransactionRequest(FrameType type, int transaction) {
        this.type = type;
        this.transaction = transaction;
    }

    /** The number of the transaction. */
    int transaction() {
        return transaction;
    }

    CompletableFuture<Void> future() {
        return future;
    }

    @Override
    boolean isCall() {
        return false;
    }

    @Override
    boolean isDone() {
        return false;
    }

    @Override
    ByteBuf frame(Link link) {
        final ByteBuf buffer = link.allocator().buffer(Frame.HEADER_BYTES + Integer.BYTES);
        final int start = Frame.begin(buffer, type, number);
        return Frame.end(buffer.writeIntLE(transaction), start);
    }

    @Override
    boolean answered(Link link, FrameType answered, int flags, ByteBuf body) {
        if (answered != FrameType.RESULT) {
            throw new MalformedFrameException("a frame of type " + answered + " as the answer of " + type);
        }
        final Answer answer = Answer.read(body);
        if (answer.outcome() == OutcomeKind.COMMITTED) {
            Values.read(body);
            future.complete(null);
        } else {
            failed(answer);
        }
        return true;
    }

    @Override
    Answer lost(String why) {
        return type == FrameType.COMMIT ? CallException.unknownAnswer(why) : RemoteTransaction.lost(why);
    }

    /** Whatever ended it, after a ROLLBACK nothing is left of the transaction. */
    @Override
    void failed(Answer why) {
        if (type == FrameType.ROLLBACK) {
            future.complete(null);
        } else {
            future.completeExceptionally(CallException.of(why.outcome() == OutcomeKind.REFUSED && isLost(why)
                ? RemoteTransaction.lost(why.message()) : why));
        }
    }

    private static boolean isLost(Answer why) {
        return why.equals(NOT_SENT);
    }

    @Override
    void discard() {
        // It holds nothing.
    }
}
