package io.baton.explore;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Puts moves into words. */
final class Narrator {

    private final Wording wording;

    Narrator(Wording wording) {
        this.wording = wording;
    }

    /** What will have happened by a move, but for what comes of a request. */
    String move(World before, int choice) {
        final int whose = Choice.whose(choice);
        return switch (Choice.what(choice)) {
            case Choice.RUN -> before.threads[whose].name + ": " + text(before.threads[whose])
                + (before.threads[whose].kind() == StepKind.POSTED ? "" : ", goes on");
            case Choice.TIMEOUT, Choice.EARLY_TIMEOUT -> before.threads[whose].name + ": a timeout passes";
            case Choice.CRASH -> "process " + whose + " crashes";
            case Choice.CRASH_POSTED -> "process " + whose + " crashes, what it has posted is under way";
            case Choice.LAPSE -> "the lock server has not heard of process " + whose + " for too long";
            case Choice.DELAY_REQUEST -> before.threads[whose].name + ": the request is late: "
                + text(before.threads[whose]);
            case Choice.DELAY_ANSWER -> before.threads[whose].name + ": the answer is late: "
                + text(before.threads[whose]);
            case Choice.ARRIVE -> before.threads[whose].name + ": what was late arrives: "
                + text(before.threads[whose]);
            case Choice.GIVE_UP -> before.threads[whose].name + ": gives up what is late";
            default -> "what nobody waits for arrives: " + before.orphans[whose].text(wording);
        };
    }

    /** The request that takes effect by a move, or whose answer arrives, if there is one. */
    static @Nullable Request request(World before, int choice) {
        return switch (Choice.what(choice)) {
            case Choice.RUN, Choice.DELAY_ANSWER, Choice.ARRIVE -> before.threads[Choice.whose(choice)].stop.request();
            case Choice.ORPHAN -> before.orphans[Choice.whose(choice)];
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
