package io.baton.client;

import io.baton.protocol.Answer;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.MalformedFrameException;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.protocol.TraceContext;
import io.baton.protocol.ValueCodec;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** BEGIN, COMMIT or ROLLBACK of a transaction. */
final class TransactionRequest extends Request {

    private final FrameType type;
    private final RemoteTransaction transaction;
    private final CompletableFuture<Void> future = new CompletableFuture<>();
    /** Why a COMMIT was sent as a ROLLBACK, or null. */
    private @Nullable String refusedAs;

    TransactionRequest(FrameType type, RemoteTransaction transaction) {
        this.type = type;
        this.transaction = transaction;
    }

    /** The number of the transaction. */
    int transaction() {
        return transaction.number();
    }

    /** Whether it is the transaction's end. */
    boolean ends() {
        return type != FrameType.BEGIN;
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
        final ByteBuf buffer = link.allocator().buffer(Frame.HEADER_BYTES + Integer.BYTES + TraceContext.BYTES);
        FrameType written = type;
        if (type == FrameType.COMMIT) {
            refusedAs = transaction.failure();
            if (refusedAs == null) {
                transaction.commitSent();
            } else {
                written = FrameType.ROLLBACK;
            }
        }
        final int start = Frame.begin(buffer, written, number);
        buffer.writeIntLE(transaction.number());
        final TraceContext trace = transaction.trace();
        if (type == FrameType.BEGIN && trace != null && link.welcome().takesTraces()) {
            trace.write(buffer);
            Frame.flags(buffer, start, Frame.TRACED);
        }
        return Frame.end(buffer, start);
    }

    @Override
    boolean answered(Link link, FrameType answered, int flags, ByteBuf body) {
        if (answered != FrameType.RESULT) {
            throw new MalformedFrameException("a frame of type " + answered + " as the answer of " + type);
        }
        final Answer answer = Answer.read(body);
        if (answer.outcome() == OutcomeKind.COMMITTED) {
            ValueCodec.read(body);
        }
        if (refusedAs != null) {
            failed(ended(refusedAs));
            return true;
        }
        if (type == FrameType.COMMIT) {
            transaction.commitAnswered(answer.outcome());
        }
        if (answer.outcome() == OutcomeKind.COMMITTED) {
            future.complete(null);
        } else {
            failed(answer);
        }
        return true;
    }

    @Override
    Answer lost(String why) {
        if (refusedAs != null) {
            return ended(refusedAs);
        }
        return type == FrameType.COMMIT ? CallException.unknownAnswer(why) : RemoteTransaction.rolledBack(why);
    }

    private static Answer ended(String why) {
        return new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.TRANSACTION_ENDED,
            "the transaction was rolled back: " + why);
    }

    /** Whatever ended it, after a ROLLBACK nothing is left of the transaction. */
    @Override
    void failed(Answer why) {
        if (type == FrameType.ROLLBACK) {
            future.complete(null);
        } else {
            future.completeExceptionally(CallException.of(why.outcome() == OutcomeKind.REFUSED && isLost(why)
                ? RemoteTransaction.rolledBack(why.message()) : why));
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
