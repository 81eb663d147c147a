package io.baton.lab.torture;

import io.baton.lock.FencingToken;

/** A critical section, as its record tells. */
final class Section {

    private static final long OPEN = Long.MAX_VALUE;

    final int process;
    final int client;
    final long key;
    final boolean exclusive;
    final long askedNanos;
    final long enteredNanos;
    final int node;
    final long joinedNanos;
    final FencingToken token;
    /** When the session was to run out, as its process knew it when it had entered. */
    final long validAtEntryNanos;
    private final Witness witness;
    private final int at;
    private boolean dead;
    private boolean closed;
    private long leftNanos = OPEN;
    private long value = Witness.NOT_READ;
    private long write;
    private long writeBegunNanos;
    private long readBegunNanos;
    private boolean changed;
    private boolean toldHeld;
    private long validAtReleaseNanos;

    Section(Witness witness, int at, int process, int client) {
        this.witness = witness;
        this.at = at;
        this.process = process;
        this.client = client;
        this.key = witness.get(at + Witness.LOCK);
        this.exclusive = witness.get(at + Witness.MODE) == 1;
        this.askedNanos = witness.get(at + Witness.ASKED);
        this.enteredNanos = witness.get(at + Witness.ENTERED);
        this.node = (int) witness.get(at + Witness.NODE);
        this.joinedNanos = witness.get(at + Witness.JOINED);
        this.token = new FencingToken(witness.get(at + Witness.INCARNATION),
            (int) witness.get(at + Witness.GENERATION), witness.get(at + Witness.RELEASES),
            (int) witness.get(at + Witness.TURN), witness.get(at + Witness.LOCAL));
        this.validAtEntryNanos = witness.get(at + Witness.VALID_ENTERED);
    }

    /** Looks whether the client has released it. From then on, or from its death on, the record is not needed. */
    boolean isClosed() {
        if (!closed && witness.get(at + Witness.TOLD) != 0) {
            take();
        }
        return closed;
    }

    /** The process was killed: the client never leaves the section, unless it was about to release it. */
    void die() {
        if (!isClosed()) {
            dead = witness.get(at + Witness.LEFT) == 0;
            take();
        }
    }

    private void take() {
        closed = true;
        final long left = witness.get(at + Witness.LEFT);
        leftNanos = left == 0 ? OPEN : left;
        toldHeld = witness.get(at + Witness.TOLD) == Witness.TOLD_HELD;
        validAtReleaseNanos = witness.get(at + Witness.VALID_RELEASED);
        value = witness.get(at + Witness.VALUE);
        write = witness.get(at + Witness.WRITE);
        writeBegunNanos = witness.get(at + Witness.WRITE_BEGUN);
        readBegunNanos = witness.get(at + Witness.READ_BEGUN);
        changed = witness.get(at + Witness.CHANGED) == 1;
    }

    /** Whether its process was killed in it. */
    boolean isDead() {
        return dead;
    }

    /** When the client left it; the end of time if it died in it. */
    long leftNanos() {
        return leftNanos;
    }

    /** What the counter was, or {@link Witness#NOT_READ}. */
    long value() {
        return value;
    }

    /** What became of the writing of the next value. */
    long write() {
        return write;
    }

    long writeBegunNanos() {
        return writeBegunNanos;
    }

    /** When the last read was begun that was served; 0 if none was. */
    long readBegunNanos() {
        return readBegunNanos;
    }

    /** Whether the client was told that it had the lock until it released it. */
    boolean wasToldHeld() {
        return toldHeld;
    }

    /** When the session was to run out, as its process knew it when it had released the lock. */
    long validAtReleaseNanos() {
        return validAtReleaseNanos;
    }

    boolean changedUnderReader() {
        return changed;
    }

    @Override
    public String toString() {
        return (exclusive ? "exclusive" : "shared") + " by client " + process + '.' + client + " as node " + node
            + " with " + token + (dead ? ", killed in it" : "");
    }
}
