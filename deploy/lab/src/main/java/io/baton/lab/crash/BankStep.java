package io.baton.lab.crash;

/**
 * A transaction of one client of SmallBank.
 *
 * @param kind which
 * @param from a customer's number, from 1
 * @param to the customer who gets the money, or the same one
 * @param cents how much
 */
record BankStep(Kind kind, long from, long to, long cents) {

    /** The transactions that write. */
    enum Kind {
        /** Adds to a checking account. */
        DEPOSIT,
        /** Adds to a savings account, or takes from it. */
        SAVE,
        /** Moves money between checking accounts. */
        PAY,
        /** Moves all of a customer's money. */
        AMALGAMATE,
        /** Takes from a checking account. */
        CHECK
    }
}
