package io.baton.engine.procedure;

/** A failure of a procedure that knows its SQLSTATE better than {@link AbortReason#FAILED} says it. */
public interface FailureWithState {

    /** {@return the five characters by which SQL knows the failure, as its caller is told them} */
    String sqlState();
}
