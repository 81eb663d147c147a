package io.baton.server;

import io.baton.protocol.Answer;
import io.baton.protocol.Description;
import io.baton.protocol.JavaBinding;
import io.baton.protocol.NotEncodableException;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.protocol.ValueCodec;
import io.baton.protocol.ValueKind;
import io.baton.protocol.ValueType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls a server's procedures from within its process, with the values that a client would send: for what serves them
 * in another way, such as a console. Results have the limits of those that are sent. Grants apply if they were made for
 * a user ({@link BatonServer#localCalls(io.baton.server.users.Access, java.util.function.Consumer)}), and then they are
 * for one thread at a time; those without a user are thread-safe.
 */
public final class LocalCalls {

    private static final int FIRST_BYTES = 64;
    /** What stands for the address of a caller without a connection. */
    static final String HERE = "the server's process";

    private final EngineCalls engine;
    private final ServedProcedures procedures;
    private final VisibleProcedures visible;
    private final int resultBytesMax;

    LocalCalls(EngineCalls engine, ServedProcedures procedures, VisibleProcedures visible, int resultBytesMax) {
        this.engine = engine;
        this.procedures = procedures;
        this.visible = visible;
        this.resultBytesMax = resultBytesMax;
    }

    /**
     * Lists the procedures.
     *
     * @return the names of all, in order, also of those that may not be called
     */
    public List<String> names() {
        return procedures.namesAfter("");
    }

    /**
     * Says whether a procedure may be called.
     *
     * @param name its name
     * @return whether there is a grant, or need be none
     */
    public boolean mayCall(String name) {
        return visible.mayCall(name);
    }

    /**
     * Tells what a procedure takes and returns, also if it may not be called.
     *
     * @param name its name
     * @return the description, with number 0; null if there is no such procedure
     * @throws NotEncodableException if it cannot be called from elsewhere; the message says why
     */
    public @Nullable Description describe(String name) {
        final ServedProcedure served = procedures.find(name);
        return served == null ? null : served.description(0);
    }

    /**
     * Calls a procedure on a thread of the engine.
     *
     * @param name its name
     * @param arguments as {@link ValueCodec#read} gives them; converted in place
     * @param timeout how long it may take
     * @param rowsMax how many elements of a list are wanted
     * @return completed when the call has ended, however it has
     */
    public CompletableFuture<LocalAnswer> call(String name, @Nullable Object[] arguments, Duration timeout,
            int rowsMax) {
        final Answer ungranted = visible.refusal(name);
        if (ungranted != null) {
            return CompletableFuture.completedFuture(ended(ungranted));
        }
        final ServedProcedure served;
        try {
            served = procedures.find(name);
            if (served == null) {
                return refused(Reason.NO_SUCH_PROCEDURE, "there is no procedure " + name + " at the server");
            }
            final Answer refusal = refusal(served, arguments);
            if (refusal != null) {
                return CompletableFuture.completedFuture(ended(refusal));
            }
        } catch (NotEncodableException e) {
            return refused(Reason.NOT_CALLABLE, String.valueOf(e.getMessage()));
        }
        final CompletableFuture<Supplier<LocalAnswer>> ended = new CompletableFuture<>();
        final long timeoutMicros = Math.max(1, TimeUnit.MICROSECONDS.convert(timeout));
        engine.begin(engine.prepared(served.procedure(), null, timeoutMicros), arguments,
            () -> "procedure " + name + " in a call of " + engine.origin().text(), call -> {},
            (answer, value) -> ended.complete(() -> answer.outcome() == OutcomeKind.COMMITTED
                ? committed(served, value, rowsMax) : ended(answer)));
        return ended.thenApply(Supplier::get);
    }

    private static CompletableFuture<LocalAnswer> refused(Reason reason, String message) {
        return CompletableFuture.completedFuture(ended(EngineAnswers.refused(reason, message)));
    }

    private static LocalAnswer ended(Answer answer) {
        return new LocalAnswer(answer, ValueType.NOTHING, null, 0);
    }

    /** Why a call does not begin, or null. What it explains has to be granted, too. */
    private @Nullable Answer refusal(ServedProcedure served, @Nullable Object[] arguments) {
        final Answer misfit = served.convert(arguments);
        return misfit == null ? visible.refusal(served, arguments, false, false) : misfit;
    }

    private LocalAnswer committed(ServedProcedure served, @Nullable Object value, int rowsMax) {
        final ByteBuf buffer = Unpooled.buffer(FIRST_BYTES, resultBytesMax);
        try {
            final JavaBinding binding = served.result();
            if (!(value instanceof List<?> list)) {
                return new LocalAnswer(
                    Answer.COMMITTED, binding.type(), plain(buffer, binding, ServedProcedure.sent(value)), 0);
            }
            final JavaBinding element =
                binding.type().kind() == ValueKind.LIST ? binding.element() : JavaBinding.ANY;
            final List<@Nullable Object> rows = new ArrayList<>();
            for (final Object row : list.subList(0, Math.min(list.size(), rowsMax))) {
                rows.add(plain(buffer, element, row));
            }
            return new LocalAnswer(Answer.COMMITTED, binding.type(), rows, list.size());
        } catch (IndexOutOfBoundsException e) {
            return lost(Reason.RESULT_TOO_LARGE,
                "the call was committed, but its result is larger than " + resultBytesMax + " bytes");
        } catch (RuntimeException | StackOverflowError e) {
            return lost(Reason.NOT_ENCODABLE,
                "the call was committed, but its result cannot be sent: " + e.getMessage());
        } finally {
            buffer.release();
        }
    }

    private static LocalAnswer lost(Reason reason, String message) {
        return ended(new Answer(OutcomeKind.RESULT_LOST, reason, message));
    }

    /** What a client would have read. The buffer keeps all, so that its limit is that of the result. */
    private static @Nullable Object plain(ByteBuf buffer, JavaBinding binding, @Nullable Object value) {
        binding.write(buffer, value);
        return ValueCodec.read(buffer);
    }
}
