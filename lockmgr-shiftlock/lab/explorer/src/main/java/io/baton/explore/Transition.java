package io.baton.explore;

/** What may happen next, as a number: what, and to whom (a thread, a process, or a request that nobody waits for). */
final class Transition {

    /** A thread takes its next step. */
    static final int RUN = 0;
    /** Nobody can do anything: a timeout passes. */
    static final int TIMEOUT = 1;
    /** A timeout passes although a thread could take a step. */
    static final int EARLY_TIMEOUT = 2;
    /** A process crashes; what its threads were about to do is not done. */
    static final int CRASH = 3;
    /** A process crashes when its threads have just posted what they were about to. */
    static final int CRASH_POSTED = 4;
    /** The lock server's time for a silent process is over. */
    static final int LAPSE = 5;
    /** What a thread posts is late. */
    static final int DELAY_REQUEST = 6;
    /** What a thread posts takes effect, and the answer is late. */
    static final int DELAY_ANSWER = 7;
    /** What was late arrives, and its thread goes on. */
    static final int ARRIVE = 8;
    /** A thread gives up what is late. */
    static final int GIVE_UP = 9;
    /** What is under way arrives: nobody waits for it any more, or it is a notice. */
    static final int ORPHAN = 10;

    /** The deadline of a thread's operation passes. */
    static final int EXPIRE = 11;
    /** A wait ends before its time, which is earlier than the operation's deadline. */
    static final int LOOK = 12;
    /** A process stands still from now on, so that the lock server's time for it may be over; then it goes on. */
    static final int STALL = 13;

    private static final int WHAT_SHIFT = 8;
    private static final int WHOSE = 255;

    private Transition() {
    }

    static int of(int what, int whose) {
        return what << WHAT_SHIFT | whose;
    }

    static int what(int transition) {
        return transition >>> WHAT_SHIFT;
    }

    static int whose(int transition) {
        return transition & WHOSE;
    }

    /** Whether it need not happen: everything must come to a good end without it. */
    static boolean isOptional(int transition) {
        return switch (what(transition)) {
            case CRASH, CRASH_POSTED, STALL, DELAY_REQUEST, DELAY_ANSWER, EXPIRE -> true;
            default -> false;
        };
    }

    static boolean isTimeout(int transition) {
        return what(transition) == TIMEOUT || what(transition) == EARLY_TIMEOUT;
    }

    /** Whether a thread goes on by it: the number says which. */
    static boolean isStep(int transition) {
        return switch (what(transition)) {
            case RUN, TIMEOUT, EARLY_TIMEOUT, ARRIVE, GIVE_UP, LOOK -> true;
            default -> false;
        };
    }
}
