package io.baton.fabric;

/**
 * How many verbs an endpoint has issued, by kind. Written by the endpoint's user only; another thread may read, and
 * sees values that lag a little unless it synchronizes with the writer.
 */
public final class VerbCounters {

    private long extCas;
    private long extFaa;
    private long cas;
    private long faa;
    private long read;
    private long write;
    private long send;

    /** Counts one extended compare-and-swap. */
    public void countExtCas() {
        extCas++;
    }

    /** Counts one extended fetch-and-add. */
    public void countExtFaa() {
        extFaa++;
    }

    /** Counts one standard compare-and-swap. */
    public void countCas() {
        cas++;
    }

    /** Counts one standard fetch-and-add. */
    public void countFaa() {
        faa++;
    }

    /** Counts one READ. */
    public void countRead() {
        read++;
    }

    /** Counts one WRITE. */
    public void countWrite() {
        write++;
    }

    /** Counts one SEND. */
    public void countSend() {
        send++;
    }

    /**
     * Returns the number of verbs of a kind.
     *
     * @param kind the kind
     * @return the count since the endpoint was opened
     */
    public long get(VerbKind kind) {
        return switch (kind) {
            case EXT_CAS -> extCas;
            case EXT_FAA -> extFaa;
            case CAS -> cas;
            case FAA -> faa;
            case READ -> read;
            case WRITE -> write;
            case SEND -> send;
        };
    }
}
