package io.baton.explore;

import io.baton.explore.scenario.Scenario;
import io.baton.explore.scenario.SystemUnderTest;
import java.util.List;

/**
 * One execution of a scenario whose transitions are chosen one by one, by a script or a test, instead of searched.
 * Threads go by their names. For one thread only.
 */
public final class ManualSchedule implements AutoCloseable {

    private final ThreadedExecution execution;
    private final Transitions transitions;
    private final TraceWriter writer;

    public ManualSchedule(Scenario scenario) {
        this.execution = new ThreadedExecution(scenario, new Bounds(0, 0, 0, 1), true);
        this.transitions = new Transitions(scenario);
        this.writer = new TraceWriter(scenario.wording());
    }

    public <T extends SystemUnderTest> T system(Class<T> type) {
        return type.cast(execution.system());
    }

    /**
     * Tells whether a thread can take its next step.
     *
     * @param thread its name
     * @return whether it has a step to take, and need not wait
     * @throws IllegalArgumentException if there is no such thread
     */
    public boolean canRun(String thread) {
        return transitions.canRun(execution.global(), thread(thread));
    }

    /**
     * Lets a thread take its next step.
     *
     * @param thread its name
     * @throws IllegalStateException if it has to wait
     */
    public void run(String thread) {
        final ThreadState state = thread(thread);
        if (!transitions.canRun(execution.global(), state)) {
            throw new IllegalStateException(thread + " cannot go on: it " + next(thread));
        }
        execution.take(Transition.of(Transition.RUN, state.index));
        final String failure = thread(thread).stop.failure();
        if (failure != null) {
            execution.tell(thread + " fails: " + failure);
        }
    }

    /**
     * Ends a wait before its time.
     *
     * @param thread the name of the thread that waits
     */
    public void look(String thread) {
        execution.take(Transition.of(Transition.LOOK, thread(thread).index));
    }

    /**
     * Lets the deadline of an operation pass.
     *
     * @param thread the name of the thread whose operation it is
     * @throws IllegalStateException if it has none, or it has passed
     */
    public void expire(String thread) {
        if (!thread(thread).mayExpire()) {
            throw new IllegalStateException(thread + " has no operation whose deadline could pass");
        }
        execution.take(Transition.of(Transition.EXPIRE, thread(thread).index));
    }

    /**
     * Lets the first notice that is under way between two clients arrive.
     *
     * @param sender what its endpoint is called
     * @param receiver what its endpoint is called
     * @throws IllegalArgumentException if none is under way
     */
    public void deliver(String sender, String receiver) {
        final GlobalState global = execution.global();
        for (int i = 0; i < global.orphans.length; i++) {
            final PostedRequest notice = global.orphans[i];
            if (global.name(global.endpoints[notice.endpoint].route).equals(sender)
                && global.name(notice.address).equals(receiver)) {
                execution.take(Transition.of(Transition.ORPHAN, i));
                return;
            }
        }
        throw new IllegalArgumentException("nothing is under way from " + sender + " to " + receiver);
    }

    /** Lets all notices arrive that are under way. */
    public void deliverAll() {
        while (execution.global().orphans.length > 0) {
            execution.take(Transition.of(Transition.ORPHAN, 0));
        }
    }

    /**
     * Tells whether a thread is where its program says that others may come in between.
     *
     * @param thread its name
     * @return whether it works
     */
    public boolean works(String thread) {
        return thread(thread).kind() == StepKind.WORK;
    }

    /**
     * Tells whether a thread waits for what its scenario decides.
     *
     * @param thread its name
     * @return whether it stands at a gate, open or not
     */
    public boolean isIdle(String thread) {
        return thread(thread).kind() == StepKind.GATE;
    }

    /**
     * Tells whether a thread has ended.
     *
     * @param thread its name
     * @return whether it has no more steps to take
     */
    public boolean hasEnded(String thread) {
        return thread(thread).isOut();
    }

    /**
     * Describes what a thread is about to do.
     *
     * @param thread its name
     * @return a few words
     */
    public String next(String thread) {
        return writer.text(execution.global(), thread(thread));
    }

    /** {@return what has happened: lines, to which the next transition adds} */
    public List<String> trace() {
        return execution.trace();
    }

    /** {@return some lines that describe the present state} */
    public List<String> situation() {
        return execution.situation();
    }

    private ThreadState thread(String name) {
        for (ThreadState thread : execution.global().threads) {
            if (thread.name.equals(name)) {
                return thread;
            }
        }
        throw new IllegalArgumentException("no such thread: " + name);
    }

    /** Unwinds all threads. */
    @Override
    public void close() {
        execution.abandon();
    }
}
