package io.baton.sim.model;

/** Told about every one-sided verb at the moment at which it takes effect in a lock server. Must not wait. */
@FunctionalInterface
public interface VerbWitness {

    /**
     * A verb has been executed; of one that changes nothing both entries are the same.
     *
     * @param route the client whose verb it is; it may have died meanwhile
     * @param address what the verb names, with its lock server's number
     * @param oldLow word 0 of the 16-byte entry around the address, before
     * @param oldHigh word 1 before
     * @param newLow word 0 afterwards
     * @param newHigh word 1 afterwards
     */
    void executed(long route, long address, long oldLow, long oldHigh, long newLow, long newHigh);
}
