package io.baton.lock;

import io.baton.fabric.Endpoint;
import io.baton.fabric.SendStatus;
import io.baton.fabric.WordPair;

/** How a client waits as a reader, from one READ of the entry to the next; see {@link ReaderWait}. */
final class FlipWait {

    /** ShiftLock's interval between two READs. */
    private static final long POLL_NANOS = 1_862;
    private static final long ESTIMATE_NANOS_MAX = 4 * POLL_NANOS;
    private static final long PACE_NANOS_MIN = 250;
    private static final long PACE_NANOS_MAX = 4_000;
    /** By how much longer a client pauses than its last READ has waited at the server. */
    private static final int PAUSE_FACTOR = 3;

    private final Endpoint endpoint;
    private final Waiting waiting;
    private final ShiftLockOptions options;
    private final WordPair seen = new WordPair();
    private final LockNotice notice = new LockNotice();
    /** The shortest round trip of a READ so far: one that met nobody at the server. */
    private long quickestNanos = Long.MAX_VALUE;
    private long pauseNanos = PACE_NANOS_MIN;

    FlipWait(Endpoint endpoint, Waiting waiting, ShiftLockOptions options) {
        this.endpoint = endpoint;
        this.waiting = waiting;
        this.options = options;
    }

    /** A reader has found a writer in front of it. */
    void begin(Hold hold, long tailRoute) {
        switch (options.readerWait()) {
            case POLL, PACE -> { }
            case ESTIMATE -> {
                hold.sinceNanos = waiting.nanoTime();
                seen.set(0, hold.relCnt);
            }
            case NOTICE, PACE_AND_NOTICE -> hint(tailRoute, notice
                .compose(LockNotice.READER_WAITS, hold.slot, 0, hold.relCnt).from(endpoint.route()));
        }
    }

    /** READs the entry's word 0. */
    long look(long address) {
        return switch (options.readerWait()) {
            case POLL, NOTICE -> endpoint.readWord(address);
            case ESTIMATE -> {
                endpoint.read(address, seen);
                yield seen.low();
            }
            case PACE, PACE_AND_NOTICE -> {
                final long askedNanos = waiting.nanoTime();
                final long word = endpoint.readWord(address);
                pace(waiting.nanoTime() - askedNanos);
                yield word;
            }
        };
    }

    private void pace(long tookNanos) {
        quickestNanos = Math.min(quickestNanos, tookNanos);
        pauseNanos = Math.clamp(PAUSE_FACTOR * (tookNanos - quickestNanos), PACE_NANOS_MIN, PACE_NANOS_MAX);
    }

    /** Lets the time until the next look pass. */
    void await(Hold hold, long address, long deadlineNanos) {
        switch (options.readerWait()) {
            case POLL -> waiting.awaitWord(address, LockEntry.EPOCH_MASK, 1 - hold.epoch, deadlineNanos);
            case ESTIMATE -> sleep(estimate(hold), deadlineNanos);
            case PACE, PACE_AND_NOTICE -> sleep(pauseNanos, deadlineNanos);
            case NOTICE -> sleep(POLL_NANOS, deadlineNanos);
        }
    }

    private long estimate(Hold hold) {
        final long turns = LockEntry.releases(seen.high()) - LockEntry.releases(hold.relCnt);
        if (turns <= 0) {
            return POLL_NANOS;
        }
        final long turnNanos = (waiting.nanoTime() - hold.sinceNanos) / turns;
        final long left = Math.max(1, options.threshold() - turns);
        return Math.min(ESTIMATE_NANOS_MAX, Math.max(POLL_NANOS, left * turnNanos));
    }

    /** A notice wakes the reader early, which does no harm: it looks at the entry. */
    private void sleep(long nanos, long deadlineNanos) {
        final long until = waiting.nanoTime() + nanos;
        final boolean last = deadlineNanos != Endpoint.NO_DEADLINE && deadlineNanos - until < 0;
        waiting.awaitNotice(last ? deadlineNanos : until);
        waiting.drain();
    }

    /** Epoch has flipped: tells the readers of whom this writer knows to look at the entry. */
    void tell(Hold writer) {
        for (int i = 0; i < writer.readerCount; i++) {
            hint(writer.readers[i], notice.compose(LockNotice.NUDGE, writer.slot, 0, writer.relCnt));
        }
        writer.readerCount = 0;
    }

    /** It does not matter whether it arrives: the reader looks at the entry anyway. */
    private void hint(long route, LockNotice composed) {
        final SendStatus ignored = endpoint.send(route, composed.composed(), 0, composed.length());
    }
}
