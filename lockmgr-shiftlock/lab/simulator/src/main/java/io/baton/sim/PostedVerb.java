package io.baton.sim;

import io.baton.fabric.Call;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Verb;
import io.baton.fabric.WordVerb;
import io.baton.sim.model.VerbCost;
import java.util.Objects;
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

    private final SimConnection connection;
    private Verb verb = new WordVerb();
    private long address;
    private boolean onItsWay;
    private boolean refused;
    private long arrived;
    private long answerLeaves;

    PostedVerb(SimConnection connection) {
        this.connection = connection;
    }

    /** A verb at an offset in its server's memory. */
    PostedVerb set(Verb newVerb, long at) {
        verb = newVerb;
        address = at;
        refused = false;
        return this;
    }

    /** Where it is in its server's memory. */
    long address() {
        return address;
    }

    VerbCost cost() {
        return switch (Objects.requireNonNull(verb.kind())) {
            case EXT_CAS, EXT_FAA -> VerbCost.ATOMIC_16;
            case CAS, FAA -> VerbCost.ATOMIC_8;
            default -> VerbCost.PLAIN;
        };
    }

    /** Route of the client that posted it. */
    long client() {
        return connection.route();
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
        if (onItsWay) {
            verb = switch (verb) {
                case ExtCas cas -> new ExtCas().at(address)
                    .compareLow(cas.compareMaskLow(), cas.compareLow())
                    .compareHigh(cas.compareMaskHigh(), cas.compareHigh())
                    .swapLow(cas.swapMaskLow(), cas.swapLow()).swapHigh(cas.swapMaskHigh(), cas.swapHigh());
                case ExtFaa faa -> new ExtFaa().at(address)
                    .addLow(faa.addLow(), faa.boundaryLow()).addHigh(faa.addHigh(), faa.boundaryHigh());
                case ReadPair _ -> new ReadPair().at(address);
                case WordVerb word -> word.copy();
                case Call _ -> throw new IllegalStateException("adapters know no calls");
            };
        }
    }

    void execute(long[] words, int at) {
        final long low = words[at];
        if (verb instanceof WordVerb word) {
            words[at] = word.newWord(low);
            word.complete(low, 0);
            return;
        }
        final long high = words[at + 1];
        if (verb instanceof ExtCas cas && cas.matches(low, high)) {
            words[at] = cas.newLow(low);
            words[at + 1] = cas.newHigh(high);
        } else if (verb instanceof ExtFaa faa) {
            words[at] = faa.newLow(low);
            words[at + 1] = faa.newHigh(low, high);
        }
        verb.complete(low, high);
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
