package io.baton.engine.trace;

import io.baton.engine.observe.CallOrigin;
import io.baton.engine.observe.CallTrace;
import io.baton.engine.observe.CallTracer;
import org.jspecify.annotations.Nullable;

/** On whose behalf calls are made, and whether the tracer was asked already about the only one. Immutable. */
public final class Caller {

    private final @Nullable String user;
    private final @Nullable String traceparent;
    private final boolean asked;
    private final @Nullable CallTrace trace;
    private final @Nullable CallOrigin origin;

    private Caller(@Nullable String user, @Nullable String traceparent, boolean asked, @Nullable CallTrace trace,
            @Nullable CallOrigin origin) {
        this.user = user;
        this.traceparent = traceparent;
        this.asked = asked;
        this.trace = trace;
        this.origin = origin;
    }

    /**
     * Names a caller.
     *
     * @param user who calls, or null if unknown
     * @param traceparent within which span, as W3C's Trace Context says it, or null
     * @return the caller; null if nothing is known
     */
    public static @Nullable Caller of(@Nullable String user, @Nullable String traceparent) {
        return user == null && traceparent == null ? null : new Caller(user, traceparent, false, null, null);
    }

    /** The same, with where it calls from. */
    public static Caller from(@Nullable Caller caller, CallOrigin origin) {
        return caller == null ? new Caller(null, null, false, null, origin)
            : new Caller(caller.user, caller.traceparent, caller.asked, caller.trace, origin);
    }

    /** Where it calls from, or null if unknown. */
    public static @Nullable CallOrigin origin(@Nullable Caller caller) {
        return caller == null ? null : caller.origin;
    }

    /** The same for one call that begins now. */
    public static Caller begun(@Nullable Caller caller, CallTracer tracer, String procedure) {
        final String user = caller == null ? null : caller.user;
        final String traceparent = caller == null ? null : caller.traceparent;
        return new Caller(user, traceparent, true, tracer.begins(procedure, user, traceparent), origin(caller));
    }

    /** Within which span it calls, or null. */
    static @Nullable String traceparent(@Nullable Caller caller) {
        return caller == null ? null : caller.traceparent;
    }

    /** Who looks closer at a call that begins. */
    static @Nullable CallTrace trace(@Nullable Caller caller, CallTracer tracer, String procedure) {
        if (caller == null) {
            return tracer.begins(procedure, null, null);
        }
        return caller.asked ? caller.trace : tracer.begins(procedure, caller.user, caller.traceparent);
    }
}
