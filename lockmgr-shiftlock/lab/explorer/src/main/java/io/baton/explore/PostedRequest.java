package io.baton.explore;

import io.baton.explore.graph.Digests;
import io.baton.explore.scenario.Wording;
import io.baton.fabric.Call;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.ReadPair;
import io.baton.fabric.SendStatus;
import io.baton.fabric.Verb;
import io.baton.fabric.WordVerb;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A verb or a SEND that has been posted, with operands of its own. It does not change: what came is an answer. */
final class PostedRequest {

    /** By receiver, sender and notice, or address, endpoint and operands: the same however a state was reached. */
    static final Comparator<PostedRequest> ORDER = Comparator.<PostedRequest>comparingLong(request -> request.address)
        .thenComparingInt(request -> request.endpoint)
        .thenComparing(request -> request.notice, Arrays::compare)
        .thenComparingLong(PostedRequest::digest);

    /** What it does. */
    enum Kind { READ, WRITE, CAS, FAA, READ_PAIR, EXT_CAS, EXT_FAA, SEND }

    final Kind kind;
    /** Number of the endpoint. */
    final int endpoint;
    final long address;
    private final long first;
    private final long second;
    private final @Nullable ExtCas cas;
    private final @Nullable ExtFaa faa;
    final byte[] notice;
    private long digest;

    private PostedRequest(Kind kind, int endpoint, long address, long first, long second, @Nullable ExtCas cas,
            @Nullable ExtFaa faa, byte[] notice) {
        this.kind = kind;
        this.endpoint = endpoint;
        this.address = address;
        this.first = first;
        this.second = second;
        this.cas = cas;
        this.faa = faa;
        this.notice = notice;
    }

    static PostedRequest of(int endpoint, Verb verb) {
        return switch (verb) {
            case ExtCas cas -> extCas(endpoint, cas);
            case ExtFaa faa -> extFaa(endpoint, faa);
            case ReadPair read -> word(Kind.READ_PAIR, endpoint, read.address(), 0, 0);
            case WordVerb word -> switch (word.kind()) {
                case WRITE -> word(Kind.WRITE, endpoint, word.address(), word.operand(), 0);
                case CAS -> word(Kind.CAS, endpoint, word.address(), word.compare(), word.operand());
                case FAA -> word(Kind.FAA, endpoint, word.address(), word.operand(), 0);
                default -> word(Kind.READ, endpoint, word.address(), 0, 0);
            };
            case Call _ -> throw new UnsupportedOperationException("nothing is called in an exploration");
        };
    }

    private static PostedRequest word(Kind kind, int endpoint, long address, long first, long second) {
        return new PostedRequest(kind, endpoint, address, first, second, null, null, new byte[0]);
    }

    private static PostedRequest extCas(int endpoint, ExtCas verb) {
        final ExtCas copy = new ExtCas().at(verb.address())
            .compareLow(verb.compareMaskLow(), verb.compareLow() & verb.compareMaskLow())
            .compareHigh(verb.compareMaskHigh(), verb.compareHigh() & verb.compareMaskHigh())
            .swapLow(verb.swapMaskLow(), verb.swapLow() & verb.swapMaskLow())
            .swapHigh(verb.swapMaskHigh(), verb.swapHigh() & verb.swapMaskHigh());
        return new PostedRequest(Kind.EXT_CAS, endpoint, verb.address(), 0, 0, copy, null, new byte[0]);
    }

    private static PostedRequest extFaa(int endpoint, ExtFaa verb) {
        final ExtFaa copy = new ExtFaa().at(verb.address()).addLow(verb.addLow(), verb.boundaryLow())
            .addHigh(verb.addHigh(), verb.boundaryHigh());
        return new PostedRequest(Kind.EXT_FAA, endpoint, verb.address(), 0, 0, null, copy, new byte[0]);
    }

    static PostedRequest send(int endpoint, long route, byte[] notice) {
        return new PostedRequest(Kind.SEND, endpoint, route, 0, 0, null, null, notice);
    }

    boolean isSend() {
        return kind == Kind.SEND;
    }

    boolean changesMemory() {
        return kind != Kind.SEND && kind != Kind.READ && kind != Kind.READ_PAIR;
    }

    /** Takes effect on memory, and returns what it has found. */
    RequestAnswer execute(long[] words) {
        final int at = (int) (address >>> 3);
        final long low = words[at];
        final long high = at + 1 < words.length ? words[at + 1] : 0;
        switch (kind) {
            case WRITE -> words[at] = first;
            case CAS -> words[at] = low == first ? second : low;
            case FAA -> words[at] = low + first;
            case EXT_CAS -> {
                if (cas != null && cas.matches(low, high)) {
                    words[at] = cas.newLow(low);
                    words[at + 1] = cas.newHigh(high);
                }
            }
            case EXT_FAA -> {
                if (faa != null) {
                    words[at] = faa.newLow(low);
                    words[at + 1] = faa.newHigh(low, high);
                }
            }
            default -> {
            }
        }
        return new RequestAnswer(low, high, SendStatus.UNKNOWN, false);
    }

    long digest() {
        if (digest == 0) {
            digest = hash();
        }
        return digest;
    }

    private long hash() {
        long hash = Digests.mix(kind.name().hashCode(), endpoint);
        hash = Digests.mix(Digests.mix(Digests.mix(hash, address), first), second);
        if (cas != null) {
            hash = Digests.mix(Digests.mix(hash, cas.compareMaskLow()), cas.compareLow());
            hash = Digests.mix(Digests.mix(hash, cas.compareMaskHigh()), cas.compareHigh());
            hash = Digests.mix(Digests.mix(hash, cas.swapMaskLow()), cas.swapLow());
            hash = Digests.mix(Digests.mix(hash, cas.swapMaskHigh()), cas.swapHigh());
        }
        if (faa != null) {
            hash = Digests.mix(Digests.mix(hash, faa.addLow()), faa.addHigh());
        }
        return digest(hash, notice);
    }

    static long digest(long seed, byte[] bytes) {
        long hash = Digests.mix(seed, bytes.length);
        for (int i = 0; i < bytes.length; i += Long.BYTES) {
            long word = 0;
            for (int j = i; j < Math.min(bytes.length, i + Long.BYTES); j++) {
                word = word << Byte.SIZE | (bytes[j] & 0xFF);
            }
            hash = Digests.mix(hash, word);
        }
        return hash;
    }

    /** What a compare-and-swap of a word compares, or what is added to one. */
    long compared() {
        return first;
    }

    /** What a compare-and-swap of a word puts there. */
    long swapped() {
        return second;
    }

    boolean isCompared(long low) {
        return low == first;
    }

    boolean matches(long low, long high) {
        return cas != null && cas.matches(low, high);
    }

    /** What a masked compare-and-swap compares and swaps. */
    String cas(Wording wording, LongFunction<String> names) {
        return cas == null ? "" : "{"
            + wording.fields(cas.compareMaskLow(), cas.compareLow(), cas.compareMaskHigh(), cas.compareHigh(), names)
            + "} -> {"
            + wording.fields(cas.swapMaskLow(), cas.swapLow(), cas.swapMaskHigh(), cas.swapHigh(), names) + "}";
    }

    /** What a masked fetch-and-add adds. */
    String faa(Wording wording) {
        return faa == null ? "" : wording.added(faa.addLow(), faa.addHigh());
    }
}
