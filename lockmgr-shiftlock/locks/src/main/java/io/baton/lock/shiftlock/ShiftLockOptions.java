package io.baton.lock.shiftlock;

import io.baton.lock.entry.EntryFormat;

/**
 * Where a ShiftLock table goes its own way instead of the paper's. All clients of a table must have the same options.
 *
 * @param threshold how many writers in a row have a lock before waiting readers get it (N in the paper, §3.5.2),
 *     1 or more
 * @param silentHandover a hand-over is a notice and nothing else; otherwise it first advances RelCnt at the server, as
 *     in Algorithm 3. RelCnt then tells of progress only when the tail is cleared or readers get the lock, and what
 *     grows with every grant is RelCnt together with the number of writers in a row.
 * @param directModeChange if an Epoch flip let no reader in, the successor gets the lock with the notice instead of
 *     reading RelCnt first
 * @param batches locks that are asked for together are tried, and locks that are released together are released, in
 *     one round trip, where the fabric has round trips; not under policy LEASE. Shortens transactions whose locks are
 *     mostly free; where the server's adapter is the bottleneck, the tries that fail cost more than is won
 * @param caching a process keeps a lock that it has used several times in a row, with no other in between, until
 *     another process asks for it: its clients get it from each other, without a verb. Waiting readers then ask too.
 *     Only where verbs cost round trips; not under policy LEASE
 * @param localTurns how often in a row a writer passes a lock on to another one of its process that waits for it,
 *     before the next in the queue gets it, 0 for never. Where caching is possible
 * @param pacedReaders a waiting reader looks at the entry the more often the less its READs wait at the server;
 *     otherwise at the fabric's pace. Only where verbs cost round trips
 * @param entry how entries are laid out, and which atomics change them. {@link EntryFormat#PLAIN} has silent hand-overs
 *     only, no batches, and no recovery, yet
 */
public record ShiftLockOptions(
        int threshold, boolean silentHandover, boolean directModeChange, boolean batches, boolean caching,
        int localTurns, boolean pacedReaders, EntryFormat entry) {

    /** The paper's N (§4.7). */
    public static final int THRESHOLD_DEFAULT = 16;
    /** As many as the threshold leaves room for. */
    public static final int LOCAL_TURNS_DEFAULT = 15;

    /**
     * Checks the numbers, and what excludes what.
     *
     * @throws IllegalArgumentException if the threshold is not positive, the local turns are negative, a plain entry
     *     is to have visible hand-overs or batches
     */
    public ShiftLockOptions {
        if (threshold < 1) {
            throw new IllegalArgumentException("a threshold of " + threshold + " writers: give 1 or more");
        }
        if (localTurns < 0) {
            throw new IllegalArgumentException(localTurns + " local turns: give 0 or more");
        }
        if (entry == EntryFormat.PLAIN && (!silentHandover || batches)) {
            throw new IllegalArgumentException(
                "a plain entry has silent hand-overs and no batches: give it these, or take a masked entry");
        }
    }

    /** {@return the paper's protocol, its mistakes mended: Algorithms 2 and 3 with N = 16} */
    public static ShiftLockOptions paper() {
        return new ShiftLockOptions(THRESHOLD_DEFAULT, false, false, false, false, 0, false, EntryFormat.MASKED);
    }

    /** {@return what Baton uses: everything that won in the ablations of {@code docs/paper.md}} */
    public static ShiftLockOptions product() {
        return new ShiftLockOptions(
            THRESHOLD_DEFAULT, true, true, false, true, LOCAL_TURNS_DEFAULT, true, EntryFormat.MASKED);
    }

    /** {@return the same with another threshold, 1 or more} */
    public ShiftLockOptions withThreshold(int writers) {
        return new ShiftLockOptions(
            writers, silentHandover, directModeChange, batches, caching, localTurns, pacedReaders, entry);
    }

    /** {@return the same with hand-overs that are silent, or visible in the entry} */
    public ShiftLockOptions withSilentHandover(boolean silent) {
        return new ShiftLockOptions(threshold, silent, directModeChange, batches, caching, localTurns, pacedReaders,
            entry);
    }

    /** {@return the same with mode changes that are direct, or not} */
    public ShiftLockOptions withDirectModeChange(boolean direct) {
        return new ShiftLockOptions(threshold, silentHandover, direct, batches, caching, localTurns, pacedReaders,
            entry);
    }

    /** {@return the same with or without batches} */
    public ShiftLockOptions withBatches(boolean newBatches) {
        return new ShiftLockOptions(
            threshold, silentHandover, directModeChange, newBatches, caching, localTurns, pacedReaders, entry);
    }

    /** {@return the same with or without caching} */
    public ShiftLockOptions withCaching(boolean newCaching) {
        return new ShiftLockOptions(
            threshold, silentHandover, directModeChange, batches, newCaching, localTurns, pacedReaders, entry);
    }

    /** {@return the same with readers that look at their own pace, or at the fabric's} */
    public ShiftLockOptions withPacedReaders(boolean newPacedReaders) {
        return new ShiftLockOptions(
            threshold, silentHandover, directModeChange, batches, caching, localTurns, newPacedReaders, entry);
    }

    /** {@return the same with other local turns, 0 or more} */
    public ShiftLockOptions withLocalTurns(int turns) {
        return new ShiftLockOptions(threshold, silentHandover, directModeChange, batches, caching, turns, pacedReaders,
            entry);
    }

    /** {@return the same for clients that arrange nothing among those of their process} */
    public ShiftLockOptions apart() {
        return withCaching(false).withLocalTurns(0);
    }

    /** {@return the same with another entry} */
    public ShiftLockOptions withEntry(EntryFormat format) {
        return new ShiftLockOptions(
            threshold, silentHandover, directModeChange, batches, caching, localTurns, pacedReaders, format);
    }
}
