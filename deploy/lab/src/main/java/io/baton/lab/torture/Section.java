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
    }

    /** Looks whether the client has left it. From then on, or from its death on, the record is not needed any more. */
    boolean isClosed() {
        if (!closed) {
            final long left = witness.get(at + Witness.LEFT);
            if (left != 0) {
                leftNanos = left;
                take();
            }
        }
        return closed;
    }

    /** The process was killed: the client never leaves the section. */
    void die() {
        if (!isClosed()) {
            dead = true;
            take();
        }
    }

    private void take() {
        closed = true;
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

    boolean changedUnderReader() {
        return changed;
    }

    @Override
    public String toString() {
        return (exclusive ? "exclusive" : "shared") + " by client " + process + '.' + client + " as node " + node
            + " with " + token + (dead ? ", killed in it" : "");
    }
}
