package io.baton.explore;

import io.baton.explore.scenario.Wording;
import io.baton.fabric.SendStatus;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Puts transitions into words. */
final class TraceWriter {

    private static final long WORD_MASK = Long.BYTES;

    private final Wording wording;

    TraceWriter(Wording wording) {
        this.wording = wording;
    }

    /** Makes a transition, and adds what has happened to a trace. */
    int make(GlobalState global, int transition, Transitions transitions, List<String> trace) {
        final String text = text(global, transition);
        final PostedRequest request = request(global, transition);
        final boolean waited = Transition.what(transition) == Transition.ARRIVE
            && global.threads[Transition.whose(transition)].late == ThreadState.Late.ANSWER;
        final int whose = transitions.make(global, transition);
        final String line = request == null ? text
            : text + result(global, request, waited ? global.threads[whose].answer : global.answered);
        if (!line.isEmpty()) {
            trace.add(line);
        }
        return whose;
    }

    /** What will have happened by a transition, but for what comes of a request; nothing if that shows anyway. */
    private String text(GlobalState before, int transition) {
        final int whose = Transition.whose(transition);
        return switch (Transition.what(transition)) {
            case Transition.CRASH -> "process " + whose + " crashes";
            case Transition.CRASH_POSTED -> "process " + whose + " crashes, what it has posted is under way";
            case Transition.STALL -> "process " + whose + " stands still for longer than its session";
            case Transition.LAPSE -> "the lock server has not heard of process " + whose + " for too long";
            case Transition.ORPHAN -> arrival(before, before.orphans[whose]);
            default -> ofThread(before, before.threads[whose], Transition.what(transition));
        };
    }

    private String ofThread(GlobalState before, ThreadState thread, int what) {
        return switch (what) {
            case Transition.RUN -> thread.kind() == StepKind.POSTED ? thread.name + " " + text(before, thread) : "";
            case Transition.LOOK -> thread.name + " looks again";
            case Transition.EXPIRE -> "the deadline of " + thread.name + " passes";
            case Transition.TIMEOUT, Transition.EARLY_TIMEOUT -> thread.name + ": a timeout passes";
            case Transition.DELAY_REQUEST -> thread.name + ": the request is late: " + text(before, thread);
            case Transition.DELAY_ANSWER -> thread.name + ": the answer is late: " + text(before, thread);
            case Transition.ARRIVE -> thread.name + ": what was late arrives: " + text(before, thread);
            case Transition.GIVE_UP -> thread.name + ": gives up what is late";
            default -> throw new IllegalArgumentException("transition " + what);
        };
    }

    private String arrival(GlobalState before, PostedRequest request) {
        return request.isSend()
            ? before.name(request.address) + " <- " + wording.notice(new UnsafeBuffer(request.notice)) + " from "
                + before.name(before.endpoints[request.endpoint].route)
            : "what nobody waits for arrives: " + text(before, request);
    }

    /** The request that takes effect by a transition, or whose answer arrives, if there is one. */
    private static @Nullable PostedRequest request(GlobalState before, int transition) {
        return switch (Transition.what(transition)) {
            case Transition.RUN, Transition.DELAY_ANSWER, Transition.ARRIVE ->
                before.threads[Transition.whose(transition)].stop.request();
            case Transition.ORPHAN -> before.orphans[Transition.whose(transition)];
            default -> null;
        };
    }

    /** What has come of a request. */
    private String result(GlobalState after, PostedRequest request, RequestAnswer answer) {
        if (request.isSend()) {
            return answer.status() == SendStatus.SENT ? "" : ": " + answer.status();
        }
        if (answer.refused()) {
            return ": refused";
        }
        final long low = answer.low();
        final long high = answer.high();
        final long address = request.address;
        return ": " + switch (request.kind) {
            case EXT_CAS -> (request.matches(low, high) ? "ok, was " : "fails, is ") + entry(after, low, high);
            case EXT_FAA, READ_PAIR -> "was " + entry(after, low, high);
            case CAS -> (request.isCompared(low) ? "ok, was " : "fails, is ") + word(after, address, low);
            case FAA -> "was " + word(after, address, low);
            default -> word(after, address, low);
        };
    }

    private String word(GlobalState global, long address, long word) {
        return (address & WORD_MASK) == 0
            ? wording.fields(-1, word, 0, 0, global::name) : wording.fields(0, 0, -1, word, global::name);
    }

    private String entry(GlobalState global, long low, long high) {
        return wording.fields(-1, low, -1, high, global::name);
    }

    /** What a request is going to do. */
    private String text(GlobalState global, PostedRequest request) {
        final String place = request.isSend() ? "" : wording.place(request.address);
        return switch (request.kind) {
            case SEND -> "SEND " + wording.notice(new UnsafeBuffer(request.notice)) + " to "
                + global.name(request.address);
            case EXT_CAS -> "ExtCAS" + place + " " + request.cas(wording, global::name);
            case EXT_FAA -> "ExtFAA" + place + request.faa(wording);
            case READ -> "READ " + ((request.address & WORD_MASK) == 0 ? "word 0" : "relCnt") + place;
            case READ_PAIR -> "READ entry" + place;
            case CAS -> "CAS" + place + " {" + word(global, request.address, request.compared()) + "} -> {"
                + word(global, request.address, request.swapped()) + "}";
            case FAA -> "FAA" + place + added(request);
            default -> request.kind.name() + place;
        };
    }

    private String added(PostedRequest request) {
        final long added = request.compared();
        return (request.address & WORD_MASK) == 0 ? wording.added(added, 0) : wording.added(0, added);
    }

    /** What a thread is about to do. */
    String text(GlobalState global, ThreadState thread) {
        return switch (thread.kind()) {
            case POSTED -> text(global, thread.request());
            case WORK -> thread.stop.what();
            case ABSENT, START, BEGIN -> "has not begun";
            case GATE -> "is idle";
            case AWAIT_NOTICE -> "waits for a notice";
            case AWAIT_WORD -> "waits for " + word(global, thread.stop.word());
            case AWAIT_DOORBELL -> "waits for the doorbell";
            case DONE -> thread.stop.failure() == null ? "is done" : "has failed: " + thread.stop.failure();
        };
    }

    private String word(GlobalState global, NextStep.@Nullable Word word) {
        if (word == null) {
            return "nothing";
        }
        return ((word.address() & WORD_MASK) == 0
            ? wording.fields(word.mask(), word.value(), 0, 0, global::name)
            : wording.fields(0, 0, word.mask(), word.value(), global::name)) + wording.place(word.address());
    }
}
