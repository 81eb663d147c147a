package io.baton.lab.torture;

import io.baton.lock.FencingToken;
import org.agrona.concurrent.NanoClock;

/** A client's part of the witness, at the client. One thread. */
final class ClientWitness {

    private final Witness witness;
    private final int block;
    private final NanoClock clock;
    private final Runnable pause;

    ClientWitness(Witness witness, int process, int client, NanoClock clock, Runnable pause) {
        this.witness = witness;
        this.block = Witness.block(process, client);
        this.clock = clock;
        this.pause = pause;
        // A client of an earlier process of this number may have been killed while it waited.
        witness.publish(block + Witness.WAITING_SINCE, 0);
        witness.publish(block + Witness.STILL, 0);
    }

    boolean mustStandStill() {
        return witness.wanted() != Witness.WORK;
    }

    /** Whether somebody looks which locks are free, so that the process should keep none. */
    boolean isLookedAt() {
        return witness.wanted() == Witness.LOOK;
    }

    void still(boolean stands) {
        witness.publish(block + Witness.STILL, stands ? 1 : 0);
    }

    void chainEnded() {
        witness.publish(block + Witness.CHAINS, witness.get(block + Witness.CHAINS) + 1);
    }

    /** The client asks for a lock; returns when. */
    long asks(long key) {
        final long now = clock.nanoTime();
        witness.put(block + Witness.WAITING_FOR, key);
        witness.publish(block + Witness.WAITING_SINCE, now);
        return now;
    }

    void hasAnswer() {
        witness.publish(block + Witness.WAITING_SINCE, 0);
    }

    /** The client is in a critical section; returns where its record is. */
    int enters(long key, boolean exclusive, long asked, JoinedSession life, FencingToken token) {
        final long number = witness.get(block + Witness.BEGUN);
        while (number - witness.get(block + Witness.DONE) >= Witness.RECORDS) {
            pause.run();
        }
        final int at = Witness.record(block, number);
        witness.put(at + Witness.ASKED, asked);
        witness.put(at + Witness.LEFT, 0);
        witness.put(at + Witness.LOCK, key);
        witness.put(at + Witness.MODE, exclusive ? 1 : 0);
        witness.put(at + Witness.INCARNATION, token.incarnation());
        witness.put(at + Witness.NODE, life.node());
        witness.put(at + Witness.JOINED, life.joinedNanos());
        witness.put(at + Witness.GENERATION, token.generation());
        witness.put(at + Witness.RELEASES, token.releases());
        witness.put(at + Witness.TURN, token.turn());
        witness.put(at + Witness.LOCAL, token.local());
        witness.put(at + Witness.VALUE, Witness.NOT_READ);
        witness.put(at + Witness.WRITE, Witness.NO_WRITE);
        witness.put(at + Witness.WRITE_BEGUN, 0);
        witness.put(at + Witness.CHANGED, 0);
        witness.put(at + Witness.READ_BEGUN, 0);
        witness.put(at + Witness.VALID_ENTERED, life.validUntilNanos());
        witness.put(at + Witness.TOLD, 0);
        witness.put(at + Witness.ENTERED, clock.nanoTime());
        witness.publish(block + Witness.BEGUN, number + 1);
        return at;
    }

    /** The client has read the counter, which it began to do at some time. */
    void read(int at, long begunNanos, long value) {
        witness.put(at + Witness.READ_BEGUN, begunNanos);
        witness.publish(at + Witness.VALUE, value);
    }

    /** The client has read the counter once more. */
    void readAgain(int at, long begunNanos, boolean changed) {
        witness.put(at + Witness.CHANGED, changed ? 1 : 0);
        witness.publish(at + Witness.READ_BEGUN, begunNanos);
    }

    void writes(int at) {
        witness.put(at + Witness.WRITE_BEGUN, clock.nanoTime());
        witness.publish(at + Witness.WRITE, Witness.WRITE_SENT);
    }

    void wrote(int at) {
        witness.publish(at + Witness.WRITE, Witness.WRITE_ANSWERED);
    }

    /** The client is about to release the lock, or knows that it is lost. */
    void leaves(int at) {
        witness.publish(at + Witness.LEFT, clock.nanoTime());
    }

    /** The client has released the lock, and was told whether it had it until then. */
    void released(int at, boolean held, JoinedSession life) {
        witness.put(at + Witness.VALID_RELEASED, life.validUntilNanos());
        witness.publish(at + Witness.TOLD, held ? Witness.TOLD_HELD : Witness.TOLD_LOST);
    }
}
