package io.baton.rival.ncosed;

import io.baton.fabric.Route;
import io.baton.rival.RivalHold;
import org.agrona.collections.LongArrayList;

/** What an N-CoSED client remembers of one lock that it holds or waits for. */
final class NCosedHold extends RivalHold {

    /** The client's number of this request. */
    long attempt;
    /** Whether a GRANT has come. */
    boolean granted;

    /** A writer's predecessor in the queue, or none. */
    long predecessor;
    /** How many readers a writer has to wait for, once it knows. */
    long readersAhead;
    /** How many of them are done. */
    long readersDone;
    /** How many readers have subtracted themselves from this writer's count without having been in it. */
    long strays;
    /** The readers that have asked this writer for the lock: route and attempt of each, in turn. */
    final LongArrayList readers = new LongArrayList();

    /** A writer's successor, or the writer that waits for a reader; its attempt; the count between the two writers. */
    long successor;
    long successorAttempt;
    long successorCount;

    void begin(long newAttempt) {
        attempt = newAttempt;
        granted = false;
        predecessor = Route.NONE;
        readersAhead = 0;
        readersDone = 0;
        strays = 0;
        readers.clear();
        successor = Route.NONE;
        successorAttempt = 0;
        successorCount = 0;
    }

    /** Tells whether a writer has the lock. */
    boolean isTurn() {
        return granted && readersDone == readersAhead;
    }
}
