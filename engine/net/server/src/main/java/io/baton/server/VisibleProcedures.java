package io.baton.server;

import io.baton.engine.observe.PrintableText;
import io.baton.protocol.Answer;
import io.baton.protocol.NotEncodableException;
import io.baton.protocol.Reason;
import io.baton.server.query.BuiltIns;
import io.baton.server.users.Access;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The procedures as one connection sees them: those that its user may call, and by number those that it has described.
 * Who may not call a procedure does not learn whether it is there. For the event loop of the connection.
 */
final class VisibleProcedures {

    /** Procedures that a connection may describe. */
    private static final int DESCRIBED_MAX = 4_096;
    /** Lines of the log that one connection makes by asking for what it may not. */
    private static final int LOGGED_MAX = 100;
    /** Of a name that was asked for. */
    private static final int LOGGED_CHARACTERS_MAX = 200;

    private final ServedProcedures all;
    private final Access access;
    private final Consumer<String> log;
    /** Those that the connection has described; the number of each is its place, counted from 1. */
    private final List<ServedProcedure> described = new ArrayList<>();
    private int logged;

    /**
     * Makes it.
     *
     * @param log takes what the connection was refused, as the end of a sentence
     */
    VisibleProcedures(ServedProcedures all, Access access, Consumer<String> log) {
        this.all = all;
        this.access = access;
        this.log = log;
    }

    /** Whose procedures they are, or null if they are everybody's. */
    @Nullable
    String user() {
        return access.user();
    }

    /** LISTING of the names behind a name. */
    ByteBuf listing(ByteBufAllocator allocator, int request, String after, int frameBytesMax) {
        return ServerFrames.listing(allocator, request,
            all.namesAfter(after).stream().filter(access.grants()::mayCall).toList(), frameBytesMax);
    }

    /** DESCRIPTION of a procedure, or RESULT. */
    ByteBuf description(ByteBufAllocator allocator, int request, String name, int frameBytesMax) {
        Answer refusal = refusal(name);
        if (refusal == null) {
            try {
                final ServedProcedure served = all.find(name);
                if (served == null) {
                    refusal = EngineAnswers.refused(Reason.NO_SUCH_PROCEDURE,
                        "there is no procedure " + name + " at the server");
                } else {
                    return description(allocator, request, served, frameBytesMax);
                }
            } catch (NotEncodableException e) {
                refusal = EngineAnswers.refused(Reason.NOT_CALLABLE, String.valueOf(e.getMessage()));
            }
        }
        return ResultWriter.frame(allocator, request, refusal, frameBytesMax);
    }

    private ByteBuf description(ByteBufAllocator allocator, int request, ServedProcedure served, int frameBytesMax) {
        int number = described.indexOf(served) + 1;
        if (number == 0 && described.size() < DESCRIBED_MAX) {
            described.add(served);
            number = described.size();
        }
        if (number == 0) {
            return ResultWriter.frame(allocator, request, EngineAnswers.refused(Reason.TOO_MANY,
                DESCRIBED_MAX + " procedures are described on this connection; open another one"),
                frameBytesMax);
        }
        final ByteBuf frame = ServerFrames.description(allocator, request, served.description(number));
        final int bytes = frame.readableBytes();
        if (bytes <= frameBytesMax) {
            return frame;
        }
        frame.release();
        return ResultWriter.frame(allocator, request, EngineAnswers.refused(Reason.TOO_LARGE, "the description of "
            + "procedure " + served.procedure().name() + " takes " + bytes + " bytes, but the client takes "
            + frameBytesMax), frameBytesMax);
    }

    /** What was described with a number, or null. */
    @Nullable
    ServedProcedure described(int number) {
        return number >= 1 && number <= described.size() ? described.get(number - 1) : null;
    }

    /**
     * Whether a procedure may be called. One that explains may be; the grant for what it explains, which its arguments
     * name, is asked for when it is called.
     */
    boolean mayCall(String name) {
        return BuiltIns.explains(name) || BuiltIns.mayCall(name, access.grants());
    }

    /** Why nothing may be called, or null if something may. Is not logged: no procedure was named. */
    @Nullable
    Answer refusal() {
        return access.grants().mayCallAnything() ? null : EngineAnswers.refused(Reason.NOT_GRANTED,
            "user " + access.name() + " may call nothing; an operator grants procedures with 'baton user grant'");
    }

    /** The name of the procedure for which a call with arguments of the right types needs the grant. */
    static String granted(ServedProcedure served, @Nullable Object[] arguments) {
        final String name = served.procedure().name();
        return BuiltIns.explains(name) ? String.valueOf(arguments[0]) : name;
    }

    /** Why a call with arguments of the right types does not begin although its procedure may be called, or null. */
    @Nullable
    Answer refusal(ServedProcedure served, @Nullable Object[] arguments, boolean within, boolean readOnly) {
        final String name = served.procedure().name();
        final String called = granted(served, arguments);
        if (BuiltIns.explains(name)) {
            final Answer forbidden = refusal(called);
            if (forbidden != null) {
                return forbidden;
            }
        }
        if (within && BuiltIns.standsAlone(name)) {
            return EngineAnswers.refused(Reason.NOT_CALLABLE, name + " is a transaction of its own; call it outside"
                + " of transactions of several calls");
        }
        return !readOnly || name.equals(BuiltIns.EXPLAIN) || all.readsOnly(served, called) ? null
            : EngineAnswers.refused(Reason.READ_ONLY, "procedure " + called + " is not declared @ReadOnly, and the call"
                + " is to read only; call it elsewhere, or annotate it");
    }

    /** Why a procedure may not be called, or null if it may. */
    @Nullable
    Answer refusal(String name) {
        if (mayCall(name)) {
            return null;
        }
        // Who looks around with a database browser asks for tables, and is told that there are none for them.
        if (!name.equals(BuiltIns.TABLES) && ++logged <= LOGGED_MAX) {
            log.accept("refused to " + access.name() + " the procedure " + PrintableText.of(name, LOGGED_CHARACTERS_MAX)
                + ", for which there is no grant"
                + (logged == LOGGED_MAX ? "; what else it is refused is not logged" : ""));
        }
        return EngineAnswers.refused(Reason.NOT_GRANTED,
            "user " + access.name() + " may not call " + name + "; an operator grants "
                + BuiltIns.grant(name, access.name()));
    }
}
