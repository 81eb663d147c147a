package io.baton.lock;

import java.util.Comparator;

/**
 * What a holder shows to the data's guard, which refuses tokens smaller than the greatest that it has seen for the
 * lock. Tokens of a lock only grow; readers who hold it together may have equal ones.
 *
 * @param incarnation which life of the lock server it is; each begins with an empty table; greater with every start
 * @param generation how often the lock had been reset when it was granted
 * @param releases the lock's count of releases at that time
 * @param turn how many writers in a row have had the lock without a release being counted; 0 for a reader, unless it
 *     has the lock from its process
 * @param local how many of the process's clients have had a lock that the process keeps, this one included; 0 for a
 *     client that has the lock from the server or from another client in the queue
 */
public record FencingToken(long incarnation, int generation, long releases, int turn, long local)
    implements Comparable<FencingToken> {

    private static final Comparator<FencingToken> ORDER = Comparator.comparingLong(FencingToken::incarnation)
        .thenComparingInt(FencingToken::generation)
        .thenComparingLong(FencingToken::releases)
        .thenComparingInt(FencingToken::turn)
        .thenComparingLong(FencingToken::local);

    @Override
    public int compareTo(FencingToken other) {
        return ORDER.compare(this, other);
    }

    /** {@return whether the lock has not been reset between this token and another one of it} */
    public boolean sameGeneration(FencingToken other) {
        return incarnation == other.incarnation && generation == other.generation;
    }
}
