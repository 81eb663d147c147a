package io.baton.explore;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Puts transitions into words. */
final class TraceWriter {

    private final Wording wording;

    TraceWriter(Wording wording) {
        this.wording = wording;
    }

    /** What will have happened by a transition, but for what comes of a request. */
    String transition(GlobalState before, int transition) {
        final int whose = Transition.whose(transition);
        return switch (Transition.what(transition)) {
            case Transition.RUN -> before.threads[whose].name + ": " + text(before.threads[whose])
                + (before.threads[whose].kind() == StepKind.POSTED ? "" : ", goes on");
            case Transition.TIMEOUT, Transition.EARLY_TIMEOUT -> before.threads[whose].name + ": a timeout passes";
            case Transition.CRASH -> "process " + whose + " crashes";
            case Transition.CRASH_POSTED -> "process " + whose + " crashes, what it has posted is under way";
            case Transition.LAPSE -> "the lock server has not heard of process " + whose + " for too long";
            case Transition.DELAY_REQUEST -> before.threads[whose].name + ": the request is late: "
                + text(before.threads[whose]);
            case Transition.DELAY_ANSWER -> before.threads[whose].name + ": the answer is late: "
                + text(before.threads[whose]);
            case Transition.ARRIVE -> before.threads[whose].name + ": what was late arrives: "
                + text(before.threads[whose]);
            case Transition.GIVE_UP -> before.threads[whose].name + ": gives up what is late";
            default -> "what nobody waits for arrives: " + before.orphans[whose].text(wording);
        };
    }

    /** The request that takes effect by a transition, or whose answer arrives, if there is one. */
    static @Nullable Request request(GlobalState before, int transition) {
        return switch (Transition.what(transition)) {
            case Transition.RUN, Transition.DELAY_ANSWER, Transition.ARRIVE ->
                before.threads[Transition.whose(transition)].stop.request();
            case Transition.ORPHAN -> before.orphans[Transition.whose(transition)];
            default -> null;
        };
    }

    String result(Request request, Answer answer) {
        return ": " + request.result(wording, answer);
    }

    /** What a thread is about to do. */
    String text(ThreadState thread) {
        return switch (thread.kind()) {
            case POSTED -> thread.request().text(wording);
            case WORK -> thread.stop.what();
            default -> thread.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                + (thread.stop.failure() == null ? "" : ", failed: " + thread.stop.failure());
        };
    }
}
