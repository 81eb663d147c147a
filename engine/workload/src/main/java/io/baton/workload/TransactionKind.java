package io.baton.workload;

/** A type of transaction of a workload. Workloads implement it with an enum, whose order numbers the types. */
public interface TransactionKind {

    /**
     * Returns the name for reports.
     *
     * @return the label
     */
    String label();

    /**
     * Returns the type's number.
     *
     * @return its place in {@link Workload#transactionTypes}, from 0
     */
    int ordinal();
}
