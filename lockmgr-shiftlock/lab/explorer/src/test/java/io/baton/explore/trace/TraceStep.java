package io.baton.explore.trace;

import io.baton.lock.shiftlock.HoldState;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** One step of a trace: who did what, and what is known of the lock and the client afterwards. */
final class TraceStep {

    private static final String NOTHING = "<<>>";

    final TraceVerb verb;
    /** The client's number in the model. */
    final int client;
    Entry entry;
    /** Null if the client was never seen again. */
    @Nullable
    View after;
    /** What was received, or what was sent right after the verb. */
    @Nullable
    Notice notice;

    /** A lock's entry, as the model has it. */
    record Entry(int epoch, int readers, int tail, int generation, int relCnt) {

        static final Entry FREE = new Entry(0, 0, 0, 0, 0);

        private String toTla() {
            return tuple(epoch, readers, tail, generation, relCnt);
        }
    }

    /** What a client remembers of the lock. */
    record View(HoldState state, int generation, int relCnt, int epoch, int consWrt, int successor,
            int successorAttempt) {

        static final View IDLE = new View(HoldState.IDLE, 0, 0, 0, 0, 0, 0);

        private String toTla() {
            return tuple(quoted(state.name()), generation, relCnt, epoch, consWrt, successor, successorAttempt);
        }
    }

    /** A notice between clients; attempts are numbered as in the model. */
    record Notice(String kind, int to, int attempt, int generation, int relCnt, int epoch, int consWrt, int from) {

        private String toTla() {
            return tuple(quoted(kind), to, attempt, generation, relCnt, epoch, consWrt, from);
        }
    }

    TraceStep(TraceVerb verb, int client, Entry entry) {
        this.verb = verb;
        this.client = client;
        this.entry = entry;
    }

    /** The same with another entry. */
    TraceStep with(Entry other) {
        final TraceStep copy = new TraceStep(verb, client, other);
        copy.after = after;
        copy.notice = notice;
        return copy;
    }

    /** The same with another view. */
    TraceStep with(View other) {
        final TraceStep copy = with(entry);
        copy.after = other;
        return copy;
    }

    TlaStep toTla() {
        return new TlaStep(quoted(verb.inTrace()), client, entry.toTla(), after == null ? NOTHING : after.toTla(),
            notice == null ? NOTHING : notice.toTla());
    }

    @Override
    public String toString() {
        return toTla().toString();
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static String tuple(Object... parts) {
        final StringJoiner text = new StringJoiner(", ", "<<", ">>");
        for (Object part : parts) {
            text.add(String.valueOf(part));
        }
        return text.toString();
    }
}
