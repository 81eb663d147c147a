package io.baton.engine.trace;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Events for flight recordings, begun if there has been a recording in this process. The classes of events are not
 * touched before: that would start the flight recorder's own machinery, a tenth of what a start of the engine takes.
 * Any thread.
 */
public final class FlightEvents {

    private FlightEvents() {
    }

    /** Returns the event of a call that begins now, or null if nothing records. */
    public static @Nullable CallEvent call() {
        if (!FlightRecorder.isInitialized()) {
            return null;
        }
        final CallEvent event = new CallEvent();
        event.begin();
        return event;
    }

    /** Returns the event of a wait that begins now, or null if nothing records. */
    public static @Nullable LockWaitEvent lockWait() {
        if (!FlightRecorder.isInitialized()) {
            return null;
        }
        final LockWaitEvent event = new LockWaitEvent();
        event.begin();
        return event;
    }
}
