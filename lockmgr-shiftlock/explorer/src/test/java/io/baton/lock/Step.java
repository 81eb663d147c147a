package io.baton.lock;

import io.baton.explore.graph.Digests;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.Verb;
import org.jspecify.annotations.Nullable;

/** What a scripted thread is about to do, with its operands. One per thread, reused. */
final class Step {

    StepKind kind = StepKind.START;
    @Nullable ScriptedEndpoint endpoint;
    @Nullable Verb verb;
    @Nullable Notice notice;
    long address;
    long mask;
    long value;
    long deadline = Endpoint.NO_DEADLINE;

    Step set(StepKind newKind, @Nullable ScriptedEndpoint newEndpoint) {
        kind = newKind;
        endpoint = newEndpoint;
        verb = null;
        notice = null;
        address = 0;
        mask = 0;
        value = 0;
        deadline = Endpoint.NO_DEADLINE;
        return this;
    }

    long digest() {
        long hash = Digests.mix(kind.hashCode(), endpoint == null ? -1 : endpoint.index);
        hash = Digests.mix(hash, address);
        hash = Digests.mix(hash, mask);
        hash = Digests.mix(hash, value);
        hash = Digests.mix(hash, deadline);
        if (notice != null) {
            hash = Digests.mix(hash, notice.digest());
        }
        if (verb != null) {
            hash = Digests.mix(hash, verb.address());
        }
        if (verb instanceof ExtCas cas) {
            hash = masked(masked(hash, cas.compareMaskLow(), cas.compareLow()), cas.compareMaskHigh(),
                cas.compareHigh());
            hash = masked(masked(hash, cas.swapMaskLow(), cas.swapLow()), cas.swapMaskHigh(), cas.swapHigh());
        } else if (verb instanceof ExtFaa faa) {
            hash = Digests.mix(Digests.mix(hash, faa.addLow()), faa.addHigh());
        }
        return hash;
    }

    private static long masked(long hash, long mask, long value) {
        return Digests.mix(Digests.mix(hash, mask), value & mask);
    }

    String text(Texts texts) {
        return switch (kind) {
            case START -> "has not begun";
            case IDLE -> "is idle";
            case WORK -> "works";
            case EXT_CAS -> verb instanceof ExtCas cas ? texts.cas(cas) : "";
            case EXT_FAA -> verb instanceof ExtFaa faa ? Texts.faa(faa) : "";
            case READ_WORD -> "READ " + (address % LockEntry.BYTES == 0 ? "word 0" : "relCnt") + Texts.place(address);
            case READ_PAIR -> "READ entry" + (verb == null ? "" : Texts.place(verb.address()));
            case WRITE_WORD -> "WRITE " + value + " at " + address;
            case SEND -> notice == null ? "" : "SEND " + notice.text() + " to " + texts.client(value);
            case AWAIT_NOTICE -> "waits for a notice";
            case AWAIT_WORD -> "waits for " + texts.word(address, mask, value);
            case AWAIT_DOORBELL -> "waits for the doorbell";
            case DONE -> "is done";
        };
    }
}
