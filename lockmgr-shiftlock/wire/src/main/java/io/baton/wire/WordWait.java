package io.baton.wire;

import io.baton.fabric.Address;
import io.baton.fabric.Endpoint;
import io.baton.wire.frame.LaneFrame;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A client's wait for a word: it asks the lock server to tell it. While a client waits here another thread may execute
 * verbs on its endpoint (the one that acts for clients that have left a queue), so the wait has a bell, a frame and
 * numbers of its own.
 */
final class WordWait implements LaneWaiter {

    /** After how long a client READs the word that it waits for, though it was not told of it. */
    private static final long PAUSE_NANOS = 20_000_000;

    private final WireFabric fabric;
    private final int number;
    private final ParkedBell bell;
    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[LaneFrame.bytes(LaneFrame.WATCH_BYTES)]);
    private int sequence;
    /** The lane that the user waits at, if it waits. */
    private volatile ClientLane at;
    /** Which WATCH was the last, and whether it was answered. */
    private volatile int watching;
    private volatile boolean watched;
    private volatile boolean woken;

    WordWait(WireFabric fabric, int number) {
        this.fabric = fabric;
        this.number = number;
        this.bell = new ParkedBell(fabric.clock());
        this.at = fabric.home();
    }

    /** Waits until bits of a word of a server, at a checked address, have a value; may return early. */
    void await(int server, long address, long mask, long value, long deadlineNanos) {
        final ClientLane lane = fabric.lane(server);
        watching = ++sequence;
        watched = false;
        LaneFrame.header(frame, 0, frame.capacity(), LaneFrame.WATCH, 0, 0);
        LaneFrame.of(frame, 0, number, sequence);
        LaneFrame.word(frame, LaneFrame.body(0), Address.offset(address));
        LaneFrame.word(frame, LaneFrame.body(0) + Long.BYTES, mask);
        LaneFrame.word(frame, LaneFrame.body(0) + 2 * Long.BYTES, value);
        lane.post(this, frame, frame.capacity());
        at = lane;
        final long look = fabric.clock().nanoTime() + PAUSE_NANOS;
        lane.await(this,
            deadlineNanos != Endpoint.NO_DEADLINE && deadlineNanos - look < 0 ? deadlineNanos : look);
        woken = false;
    }

    /** Lets the wait end: any thread may call it. */
    void wake() {
        woken = true;
        at.wake(this);
    }

    /** Called by the leader of a lane. */
    void onWatched(DirectBuffer buffer, int index) {
        if (LaneFrame.sequence(buffer, index) == watching) {
            watched = true;
        }
    }

    @Override
    public boolean isOver() {
        return woken || watched;
    }

    @Override
    public ParkedBell bell() {
        return bell;
    }
}
