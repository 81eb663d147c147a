package io.baton.wire.frame;

import org.agrona.DirectBuffer;

/** Takes the frames of a lane in order. */
@FunctionalInterface
public interface LaneFrameHandler {

    /**
     * Takes one frame, whose length has been checked against the bytes that are there. The buffer is valid during the
     * call only.
     *
     * @return false to be given the same frame again later, because what it causes has no room yet
     */
    boolean onFrame(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException;
}
