package io.baton.sim;

import io.baton.fabric.Call;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Verb;
import io.baton.sim.model.VerbCost;
import org.jspecify.annotations.Nullable;

/**
 * A verb on its way. As an event it is its arrival at the server, and then the arrival of its answer at the client's
 * node. Reused by its connection.
 */
final class PostedVerb implements Event {

    /** Ticket of the arrival at the server. */
    static final long ARRIVES = 0;
    /** Ticket of the arrival of the answer. */
    static final long ANSWERED = 1;

    /** What the verb does. */
    private enum Kind { READ_WORD, WRITE_WORD, CAS, FAA, EXTENDED }

    private final SimConnection connection;
    private Kind kind = Kind.READ_WORD;
    private VerbCost cost = VerbCost.PLAIN;
    private long address;
    private long operand;
    private long compare;
    private long old;
    private @Nullable Verb extended;
    private boolean onItsWay;
    private boolean refused;
    private long arrived;
    private long answerLeaves;

    PostedVerb(SimConnection connection) {
        this.connection = connection;
    }

    PostedVerb readWord(long at) {
        return set(Kind.READ_WORD, VerbCost.PLAIN, at, 0, 0);
    }

    PostedVerb writeWord(long at, long value) {
        return set(Kind.WRITE_WORD, VerbCost.PLAIN, at, value, 0);
    }

    PostedVerb cas(long at, long wanted, long swap) {
        return set(Kind.CAS, VerbCost.ATOMIC_8, at, swap, wanted);
    }

    PostedVerb faa(long at, long add) {
        return set(Kind.FAA, VerbCost.ATOMIC_8, at, add, 0);
    }

    /** An extended verb, at an offset in its server's memory. */
    PostedVerb extended(Verb verb, long at) {
        extended = verb;
        final VerbCost verbCost = verb instanceof ReadPair ? VerbCost.PLAIN : VerbCost.ATOMIC_16;
        return set(Kind.EXTENDED, verbCost, at, 0, 0);
    }

    private PostedVerb set(Kind newKind, VerbCost newCost, long at, long newOperand, long newCompare) {
        kind = newKind;
        cost = newCost;
        address = at;
        operand = newOperand;
        compare = newCompare;
        refused = false;
        return this;
    }

    /** Where it is in its server's memory. */
    long address() {
        return address;
    }

    VerbCost cost() {
        return cost;
    }

    /** Route of the client that posted it. */
    long client() {
        return connection.route();
    }

    /** The word as it was before. */
    long old() {
        return old;
    }

    void onItsWay() {
        onItsWay = true;
    }

    /** Notes when its answer leaves the server, where it has arrived now. */
    void answerLeaves(long now, long leaves) {
        arrived = now;
        answerLeaves = leaves;
    }

    /** Whether the server was still at work on it at a time. */
    boolean isServedAt(long time) {
        return arrived <= time && time < answerLeaves;
    }

    void refuse() {
        refused = true;
    }

    /** Whether the server's gate has kept it out. */
    boolean isRefused() {
        return refused;
    }

    /**
     * Parts it from its client, which waits no longer and may use its operands for something else while this verb is
     * still on its way.
     */
    void detach() {
        if (onItsWay && extended != null) {
            extended = switch (extended) {
                case ExtCas cas -> new ExtCas().at(address)
                    .compareLow(cas.compareMaskLow(), cas.compareLow())
                    .compareHigh(cas.compareMaskHigh(), cas.compareHigh())
                    .swapLow(cas.swapMaskLow(), cas.swapLow()).swapHigh(cas.swapMaskHigh(), cas.swapHigh());
                case ExtFaa faa -> new ExtFaa().at(address)
                    .addLow(faa.addLow(), faa.boundaryLow()).addHigh(faa.addHigh(), faa.boundaryHigh());
                case ReadPair read -> new ReadPair().at(address);
                case Call call -> throw new IllegalStateException("adapters know no calls");
            };
        }
    }

    void execute(long[] words, int word) {
        old = words[word];
        switch (kind) {
            case READ_WORD -> {
            }
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
        if (ticket == ARRIVES) {
            onItsWay = false;
            connection.verbArrived(this);
        } else {
            connection.verbAnswered(this);
        }
        return null;
    }
}
