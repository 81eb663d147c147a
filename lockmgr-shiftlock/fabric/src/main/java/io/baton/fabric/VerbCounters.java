package io.baton.fabric;

import java.util.List;

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
    private final List<VerbCounters> parts;

    /** Starts at 0. */
    public VerbCounters() {
        this(List.of());
    }

    private VerbCounters(List<VerbCounters> parts) {
        this.parts = parts;
    }

    /**
     * Sums up what several endpoints of one thread count.
     *
     * @param endpoints their live counters
     * @return live counters that only this endpoint may write
     */
    public static VerbCounters sumOf(List<VerbCounters> endpoints) {
        return new VerbCounters(List.copyOf(endpoints));
    }

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
     * Counts a verb of a batch.
     *
     * @param verb what was posted; a {@link Call} is not counted
     */
    public void count(Verb verb) {
        final VerbKind kind = verb.kind();
        if (kind != null) {
            switch (kind) {
                case EXT_CAS -> extCas++;
                case EXT_FAA -> extFaa++;
                case CAS -> cas++;
                case FAA -> faa++;
                case READ -> read++;
                case WRITE -> write++;
                case SEND -> send++;
            }
        }
    }

    /**
     * Returns the number of verbs of a kind.
     *
     * @param kind the kind
     * @return the count since the endpoint was opened
     */
    public long get(VerbKind kind) {
        long sum = own(kind);
        for (int i = 0; i < parts.size(); i++) {
            sum += parts.get(i).get(kind);
        }
        return sum;
    }

    private long own(VerbKind kind) {
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
