package io.baton.sim;

import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Verb;
import org.jspecify.annotations.Nullable;

/** A verb on its way to the server. As an event it is its arrival there. Reused by its endpoint. */
final class PostedVerb implements Event {

    /** What the verb does. */
    private enum Kind { READ_WORD, WRITE_WORD, CAS, FAA, EXTENDED }

    private final SimEndpoint endpoint;
    private Kind kind = Kind.READ_WORD;
    private long address;
    private long operand;
    private long compare;
    private long old;
    private @Nullable Verb extended;

    PostedVerb(SimEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    PostedVerb readWord(long at) {
        return set(Kind.READ_WORD, at, 0, 0);
    }

    PostedVerb writeWord(long at, long value) {
        return set(Kind.WRITE_WORD, at, value, 0);
    }

    PostedVerb cas(long at, long wanted, long swap) {
        return set(Kind.CAS, at, swap, wanted);
    }

    PostedVerb faa(long at, long add) {
        return set(Kind.FAA, at, add, 0);
    }

    PostedVerb extended(Verb verb) {
        set(Kind.EXTENDED, verb.address(), 0, 0);
        extended = verb;
        return this;
    }

    private PostedVerb set(Kind newKind, long at, long newOperand, long newCompare) {
        kind = newKind;
        address = at;
        operand = newOperand;
        compare = newCompare;
        return this;
    }

    long address() {
        return address;
    }

    /** The word as it was before. */
    long old() {
        return old;
    }

    long who() {
        return endpoint.route();
    }

    VerbCost cost() {
        return switch (kind) {
            case READ_WORD, WRITE_WORD -> VerbCost.PLAIN;
            case CAS, FAA -> VerbCost.ATOMIC_8;
            case EXTENDED -> extended instanceof ReadPair ? VerbCost.PLAIN : VerbCost.ATOMIC_16;
        };
    }

    void execute(long[] words, int word) {
        old = words[word];
        switch (kind) {
            case READ_WORD -> { }
            case WRITE_WORD -> words[word] = operand;
            case CAS -> words[word] = old == compare ? operand : old;
            case FAA -> words[word] = old + operand;
            case EXTENDED -> executeExtended(words, word);
        }
    }

    private void executeExtended(long[] words, int word) {
        final long low = words[word];
        final long high = words[word + 1];
        if (extended instanceof ExtCas cas && cas.matches(low, high)) {
            words[word] = cas.newLow(low);
            words[word + 1] = cas.newHigh(high);
        } else if (extended instanceof ExtFaa faa) {
            words[word] = faa.newLow(low);
            words[word + 1] = faa.newHigh(low, high);
        }
        if (extended != null) {
            extended.complete(low, high);
        }
    }

    @Override
    public @Nullable SimThread fire(long ticket) {
        endpoint.arrived(this);
        return null;
    }
}
