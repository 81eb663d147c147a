package io.baton.client;

import io.baton.protocol.Answer;
import io.baton.protocol.Description;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.MalformedFrameException;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** DESCRIBE or LIST: a text that is answered with one frame. */
final class Question<T> extends Request {

    private final FrameType type;
    private final String text;
    private final FrameType answerType;
    private final BiFunction<Integer, ByteBuf, T> reader;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private @Nullable Answer failure;

    /**
     * Asks.
     *
     * @param reader makes the answer of its flags and body
     */
    Question(FrameType type, String text, FrameType answerType, BiFunction<Integer, ByteBuf, T> reader) {
        this.type = type;
        this.text = text;
        this.answerType = answerType;
        this.reader = reader;
    }

    /** Asks what a procedure takes and returns. */
    static Question<Description> description(String procedure) {
        return new Question<>(FrameType.DESCRIBE, procedure, FrameType.DESCRIPTION,
            (flags, body) -> Description.read(body, flags));
    }

    /** Asks for the names of procedures behind a name. */
    static Question<NamesPage> names(String after) {
        return new Question<>(FrameType.LIST, after, FrameType.LISTING,
            (flags, body) -> NamesPage.read(after, flags, body));
    }

    CompletableFuture<T> future() {
        return future;
    }

    /** Why it has no answer, if it has none. */
    @Nullable
    Answer failure() {
        return failure;
    }

    @Override
    boolean isCall() {
        return false;
    }

    @Override
    boolean isDone() {
        return future.isDone();
    }

    @Override
    ByteBuf frame(Link link) {
        final ByteBuf buffer = link.allocator().buffer();
        final int start = Frame.begin(buffer, type, number);
        TextCodec.write(buffer, text);
        return Frame.end(buffer, start);
    }

    @Override
    boolean answered(Link link, FrameType answered, int flags, ByteBuf body) {
        if (answered == answerType) {
            future.complete(reader.apply(flags, body));
        } else if (answered == FrameType.RESULT) {
            failed(Answer.read(body));
        } else {
            throw new MalformedFrameException("a frame of type " + answered + " as the answer of " + type);
        }
        return true;
    }

    @Override
    Answer lost(String why) {
        return new Answer(OutcomeKind.REFUSED, Reason.NO_CONNECTION, why);
    }

    @Override
    void failed(Answer why) {
        failure = why;
        future.completeExceptionally(CallException.of(why));
    }

    @Override
    void discard() {
        // It holds nothing.
    }
}
