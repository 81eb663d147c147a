package io.baton.console;

import com.google.gson.JsonObject;
import io.baton.server.LocalCalls;
import io.baton.server.statistics.CallMeter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What a console shows and does. Thread-safe; no method waits. */
interface ConsoleSource {

    /**
     * What is read once a second. Counts go up from the start on.
     *
     * @param procedures calls by procedure
     * @param connections open now
     * @param waits acquisitions of locks that had to wait
     * @param handovers locks handed over to the next writer
     * @param logBytes bytes written to the log
     * @param memoryBytes taken by rows and indexes
     */
    record Reading(List<CallMeter.Reading> procedures, int connections, long waits, long handovers, long logBytes,
            long memoryBytes) {
    }

    /** Reads the counts. */
    Reading read();

    /** Looks who waits for locks now, some times a second; {@link #status} tells what was found lately. */
    void sample();

    /**
     * Tells the state of everything, for the page.
     *
     * @param executor where it is put together
     */
    CompletableFuture<JsonObject> status(Executor executor);

    /**
     * Describes all procedures.
     *
     * @param calls what may be called
     * @return all that can be called, and why others cannot
     */
    List<JsonObject> procedures(LocalCalls calls);

    /**
     * Calls a procedure.
     *
     * @param calls what may be called
     * @param procedure its name
     * @param arguments as typed: strings, booleans, arrays and objects of these, null for no value
     * @param timeoutMillis how long it may take
     * @return how it ended, always: no failure
     */
    CompletableFuture<JsonObject> call(LocalCalls calls, String procedure, List<@Nullable Object> arguments,
            long timeoutMillis);
}
