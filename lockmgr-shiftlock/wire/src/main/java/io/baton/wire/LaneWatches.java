package io.baton.wire;

import io.baton.fabric.LocalWords;
import io.baton.fabric.WordWatcher;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.MalformedLaneFrameException;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The words that the endpoints of a lane wait for, one each. Used by the lane's executor, but for being rung: that does
 * the thread that changes a word, perhaps with another lane's latch, so the executor tells the client a little later.
 */
final class LaneWatches {

    private final ServerLane lane;
    /** Null if the memory cannot be watched: then clients look by themselves, now and then. */
    private final @Nullable LocalWords words;
    private final long memoryBytes;
    private final Int2ObjectHashMap<Watch> watches = new Int2ObjectHashMap<>();

    LaneWatches(ServerLane lane, @Nullable LocalWords words, long memoryBytes) {
        this.lane = lane;
        this.words = words;
        this.memoryBytes = memoryBytes;
    }

    /** Begins what a WATCH asks for, in place of what its endpoint has waited for before. */
    void begin(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        LaneFrame.checkBody(length, LaneFrame.WATCH_BYTES, "WATCH");
        final int body = LaneFrame.body(at);
        final long address = LaneFrame.word(buffer, body);
        if ((address & (Long.BYTES - 1)) != 0 || address < 0 || address > memoryBytes - Long.BYTES) {
            throw new MalformedLaneFrameException(
                "a WATCH of address " + address + "; give a multiple of 8 below " + memoryBytes);
        }
        if (words == null) {
            return;
        }
        final int endpoint = LaneFrame.endpoint(buffer, at);
        Watch watch = watches.get(endpoint);
        if (watch == null) {
            watch = new Watch(endpoint, words);
            watches.put(endpoint, watch);
        }
        watch.begin(LaneFrame.sequence(buffer, at), address, LaneFrame.word(buffer, body + Long.BYTES),
            LaneFrame.word(buffer, body + 2 * Long.BYTES));
    }

    /** Forgets what an endpoint waits for. */
    void end(int endpoint) {
        final Watch watch = watches.remove(endpoint);
        if (watch != null) {
            watch.end();
        }
    }

    void endAll() {
        watches.values().forEach(Watch::end);
        watches.clear();
    }

    /** What one endpoint waits for. */
    private final class Watch {

        private final int endpoint;
        private final @Nullable WordWatcher watcher;
        private final Runnable tell = this::tell;
        private int sequence;

        Watch(int endpoint, LocalWords words) {
            this.endpoint = endpoint;
            this.watcher = words.watcher(() -> lane.executor.soon(tell));
        }

        void begin(int ofSequence, long address, long mask, long value) {
            if (watcher != null) {
                watcher.end();
                sequence = ofSequence;
                if (!watcher.watch(address, mask, value)) {
                    // Not now: it may end the lane, from which frames are being read.
                    lane.executor.soon(tell);
                }
            }
        }

        /** Told too early, of a wait that has begun meanwhile, the client looks once more. */
        private void tell() {
            lane.tellWatched(endpoint, sequence);
        }

        void end() {
            if (watcher != null) {
                watcher.end();
            }
        }
    }
}
