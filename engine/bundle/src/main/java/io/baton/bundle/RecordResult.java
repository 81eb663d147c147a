package io.baton.bundle;

/**
 * A procedure's result that is read through methods, for those who call it in this process. Clients of a server get a
 * record of it instead.
 */
public interface RecordResult {

    /**
     * Makes a record of it, outside of the transaction.
     *
     * @return what clients get; the class declares a public record type as the type that its method returns
     */
    Record asRecord();
}
