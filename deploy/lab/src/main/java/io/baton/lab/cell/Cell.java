package io.baton.lab.cell;

/**
 * What to measure. Equal cells give equal results, so each needs to be measured once.
 *
 * @param lock the lock
 * @param load what clients do with it
 * @param clients how many there are, spread over the client machines
 * @param localClients how many there are besides on the lock server's own machine
 * @param testbed the machines
 * @param window when to measure
 */
public record Cell(PaperLock lock, Load load, int clients, int localClients, Testbed testbed, MeasuringWindow window) {

    /** The clients of the ShiftLock paper (§4.1): one on each of the 48 hardware threads of five machines. */
    public static final int PAPER_CLIENTS = 240;
    private static final long KEEPING_NANOS = 40_000_000;

    /**
     * A cell on the ShiftLock paper's testbed.
     *
     * @param lock the lock
     * @param load what clients do with it
     * @param clients how many there are
     * @param window when to measure
     * @return the cell
     */
    public static Cell of(PaperLock lock, Load load, int clients, MeasuringWindow window) {
        return new Cell(lock, load, clients, 0, Testbed.shiftLock(), window);
    }

    /**
     * The same on other machines.
     *
     * @param newTestbed the machines
     * @return a new cell
     */
    public Cell on(Testbed newTestbed) {
        return new Cell(lock, load, clients, localClients, newTestbed, window);
    }

    /**
     * TPC-C on the ShiftLock paper's testbed with its clients. A lock that processes keep is warmed up until they keep
     * what they use: a lock is used once in some five milliseconds at first.
     *
     * @param lock the lock
     * @param window when to measure other locks
     * @return the cell
     */
    public static Cell ofTpcc(PaperLock lock, MeasuringWindow window) {
        return of(lock, TpccCellWork.paper(), PAPER_CLIENTS,
            lock.keepsLocks() ? window.warmedUp(KEEPING_NANOS) : window);
    }
}
