package io.baton.engine.trace;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A call in a flight recording: {@code io.baton.Call}. One thread. */
@Name("io.baton.Call")
@Label("Call")
@Category("Baton")
@Description("A call of a procedure, without its wait for a place and for the disk")
@Enabled(false)
@Threshold("1 ms")
@StackTrace(false)
@SuppressWarnings("UnusedVariable") // Recordings read the fields.
public final class CallEvent extends Event {

    @Label("Procedure")
    private String procedure = "";
    @Label("Committed")
    private boolean committed;
    @Label("Within a transaction")
    @Description("Whether it is one of a transaction of several calls, which is committed or not when it ends")
    private boolean within;
    @Label("Restarts")
    private long restarts;

    /** Begins nothing yet. */
    CallEvent() {
    }

    /**
     * Writes the event if a recording wants it.
     *
     * @param ofProcedure the procedure's name
     * @param wasCommitted whether the call was committed
     * @param howOften it had to start over
     */
    public void ended(String ofProcedure, boolean wasCommitted, long howOften) {
        end();
        if (shouldCommit()) {
            procedure = ofProcedure;
            committed = wasCommitted;
            restarts = howOften;
            commit();
        }
    }

    /**
     * Writes the event of one of a transaction's calls, if a recording wants it.
     *
     * @param ofProcedure the procedure's name
     */
    public void endedWithin(String ofProcedure) {
        within = true;
        ended(ofProcedure, false, 0);
    }
}
