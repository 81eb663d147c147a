package io.baton.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.protocol.Answer;
import io.baton.protocol.CallKey;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What became of calls with keys: a call that is sent again is answered with its first outcome, or waits for that. So
 * many are remembered for so long; the time of the youngest that was forgotten is known, so that a call which may have
 * been forgotten is not run again. Thread-safe.
 */
final class KeyedCalls {

    static final Answer NOT_KEPT = EngineAnswers.lost(Reason.RESULT_NOT_KEPT,
        "the call was committed when it was sent first; its result was too large to be kept");

    /** The largest frame that is kept. */
    static final int KEPT_BYTES_MAX = 16 << 10;

    private final long incarnation;
    private final ServerOptions options;
    /** In the order in which they came. */
    @GuardedBy("this")
    private final Map<UUID, Entry> entries = new LinkedHashMap<>();
    @GuardedBy("this")
    private long keptBytes;
    @GuardedBy("this")
    private boolean hasForgotten;
    @GuardedBy("this")
    private long forgottenNanos;

    /** One call. Its fields belong to the table. */
    static final class Entry {
        private final UUID id;
        private final byte[] fingerprint;
        private final long sinceNanos;
        /** Until it has ended. */
        private @Nullable RemoteCall call;
        private final List<RemoteCall> waiters = new ArrayList<>();
        private @Nullable Answer answer;
        private byte @Nullable [] kept;

        private Entry(UUID id, byte[] fingerprint, long sinceNanos, RemoteCall call) {
            this.id = id;
            this.fingerprint = fingerprint;
            this.sinceNanos = sinceNanos;
            this.call = call;
        }

        private long bytes() {
            final long message = answer == null ? 0 : (long) answer.message().length() * Character.BYTES;
            return message + (kept == null ? 0 : kept.length);
        }
    }

    KeyedCalls(long incarnation, ServerOptions options) {
        this.incarnation = incarnation;
        this.options = options;
    }

    /**
     * Looks whether a call is to run.
     *
     * @param key its key
     * @param fingerprint of its procedure and arguments
     * @param call the call, which is answered some time if it is not to run
     * @return whether it is to run
     */
    boolean runs(CallKey key, byte[] fingerprint, RemoteCall call) {
        final Answer answer;
        byte @Nullable [] kept = null;
        synchronized (this) {
            final long now = options.clock.getAsLong();
            forgetOld(now);
            final Entry known = entries.get(key.id());
            if (known == null) {
                answer = refusal(key, now);
                if (answer == null) {
                    final Entry entry = new Entry(key.id(), fingerprint, now, call);
                    entries.put(key.id(), entry);
                    call.keyed(entry);
                    return true;
                }
            } else if (!Arrays.equals(known.fingerprint, fingerprint)) {
                answer = EngineAnswers.refused(Reason.KEY_REUSED,
                    "key " + key.id() + " was used for another call; draw a new one");
            } else if (known.answer == null) {
                known.waiters.add(call);
                call.waitsFor(known);
                return false;
            } else {
                answer = known.answer;
                kept = known.kept;
            }
        }
        call.answerWith(answer, kept);
        return false;
    }

    /** Why a call that is not known must not run, or null if it may. */
    @GuardedBy("this")
    private @Nullable Answer refusal(CallKey key, long now) {
        final boolean repeated = key.incarnation() != 0;
        if (repeated && key.incarnation() != incarnation) {
            return EngineAnswers.unknown("the call was sent to a run of the server that has ended since");
        }
        if (hasForgotten && mayBeForgotten(key, now)) {
            // So late, even a first sending may have been overtaken by a repetition. If not, it may be sent once more.
            return repeated
                ? EngineAnswers.unknown("the server has forgotten what became of calls that are so old")
                : EngineAnswers.refused(Reason.TOO_MANY, "the call was under way for longer than the server remembers "
                    + "calls with keys; send it again");
        }
        if (entries.size() >= options.keysMax) {
            return EngineAnswers.refused(Reason.TOO_MANY, entries.size() + " calls with keys are under way");
        }
        return null;
    }

    /** A time ahead of now says that the clocks do not keep step. */
    @GuardedBy("this")
    private boolean mayBeForgotten(CallKey key, long now) {
        return key.notBeforeNanos() - forgottenNanos <= 0 || key.notBeforeNanos() - now > 0;
    }

    /** A call does not wait for the first one any more; returns false if it is answered already. Any thread. */
    synchronized boolean leaves(Entry entry, RemoteCall waiter) {
        return entry.waiters.remove(waiter);
    }

    /** Ends all calls with keys, be their connections there or not. */
    void endAll() {
        final List<RemoteCall> running;
        synchronized (this) {
            running = entries.values().stream().flatMap(entry -> Stream.ofNullable(entry.call)).toList();
        }
        running.forEach(RemoteCall::end);
    }

    /**
     * A call has ended: keeps its outcome, unless nothing was written and it may run again, and answers the others.
     *
     * @param entry its entry
     * @param answer how it ended
     * @param frame what its client gets, or null if that is not all
     */
    void ended(Entry entry, Answer answer, @Nullable ByteBuf frame) {
        final List<RemoteCall> waiters;
        final Answer told;
        final byte @Nullable [] kept = copy(frame);
        synchronized (this) {
            told = answer.outcome() == OutcomeKind.COMMITTED && kept == null ? NOT_KEPT : answer;
            entry.call = null;
            waiters = List.copyOf(entry.waiters);
            entry.waiters.clear();
            if (answer.outcome() == OutcomeKind.ABORTED_BY_SYSTEM || answer.outcome() == OutcomeKind.REFUSED) {
                entries.remove(entry.id);
            } else {
                entry.answer = told;
                entry.kept = kept;
                keptBytes += entry.bytes();
                forgetOld(options.clock.getAsLong());
            }
        }
        waiters.forEach(waiter -> waiter.answerWith(told, kept));
    }

    private static byte @Nullable [] copy(@Nullable ByteBuf frame) {
        try {
            return frame == null || frame.readableBytes() > KEPT_BYTES_MAX ? null : ByteBufUtil.getBytes(frame);
        } catch (OutOfMemoryError e) {
            // Those who wait are told that it was committed.
            return null;
        }
    }

    /** How many are remembered. */
    synchronized int size() {
        return entries.size();
    }

    @GuardedBy("this")
    private void forgetOld(long now) {
        final Iterator<Entry> oldest = entries.values().iterator();
        while (oldest.hasNext()) {
            final Entry entry = oldest.next();
            final boolean old = now - entry.sinceNanos > options.keysAge.toNanos();
            if (!old && entries.size() < options.keysMax && keptBytes <= options.keysBytesMax) {
                return;
            }
            if (entry.answer != null) {
                oldest.remove();
                keptBytes -= entry.bytes();
                forgottenNanos = hasForgotten ? Math.max(forgottenNanos, entry.sinceNanos) : entry.sinceNanos;
                hasForgotten = true;
            }
        }
    }
}
