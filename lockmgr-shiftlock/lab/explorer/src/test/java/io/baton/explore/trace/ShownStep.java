package io.baton.explore.trace;

import io.baton.lock.FencingToken;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * One step of a trace of what shows of a lock from outside.
 *
 * @param kind what shows
 * @param party of which client, or of which process's agent; {@link #SERVER} for the lock server
 * @param entry the entry afterwards, if it has changed
 * @param token with which a client has got the lock, if it has
 * @param notice what was taken from a mailbox, if something was
 */
record ShownStep(Kind kind, String party, @Nullable Entry entry, @Nullable FencingToken token,
        @Nullable Notice notice) {

    /** Stands for the lock server, and for nobody. */
    static final String SERVER = "none";

    /** What shows; the names are those of {@code TraceProcessLock.tla} in capitals. */
    enum Kind {
        /** A client is about to acquire. */
        ASKS,
        /** It has the lock. */
        GETS,
        /** It has given the lock back. */
        RETURNS,
        /** A verb has changed the entry. */
        ENTRY,
        /** A client has accessed the data. */
        WORKS,
        /** A client or an agent takes a notice from its mailbox. */
        HEARS,
        /** A process has crashed; noted when its session ends. */
        CRASHES,
        /** The lock server ends a session. */
        FENCES
    }

    /** The lock's entry. */
    record Entry(int epoch, int readers, String tail, int generation, long releases) {
    }

    /** A notice; attempts are numbered as they are first heard of. */
    record Notice(String kind, String from, int attempt, int generation, long releases, int epoch, int consWrt) {
    }

    static ShownStep of(Kind kind, String party) {
        return new ShownStep(kind, party, null, null, null);
    }

    /** The step as a record of TLA+. */
    String toTla() {
        final StringJoiner text = new StringJoiner(", ", "[", "]");
        text.add("v |-> " + quoted(kind.name().toLowerCase(Locale.ROOT))).add("p |-> " + quoted(party));
        if (entry != null) {
            text.add("e |-> " + tuple(entry.epoch, entry.readers, quoted(entry.tail), entry.generation,
                entry.releases));
        }
        if (token != null) {
            text.add("t |-> " + tuple(token.generation(), token.releases(), token.turn(), token.local()));
        }
        if (notice != null) {
            text.add("n |-> " + tuple(quoted(notice.kind), quoted(notice.from), notice.attempt, notice.generation,
                notice.releases, notice.epoch, notice.consWrt));
        }
        return text.toString();
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
