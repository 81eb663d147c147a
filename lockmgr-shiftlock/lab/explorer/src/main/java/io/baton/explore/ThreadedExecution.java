package io.baton.explore;

import io.baton.explore.graph.Digests;
import io.baton.explore.scenario.Environment;
import io.baton.explore.scenario.JudgedState;
import io.baton.explore.scenario.Scenario;
import io.baton.explore.scenario.StateView;
import io.baton.explore.scenario.SystemUnderTest;
import io.baton.fabric.Fabric;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One execution of the code: a state, and threads of which exactly one runs at a time. The model checker chooses which;
 * a thread that stops finds out whose turn it is, and hands over directly.
 *
 * <p>Concurrency: all belongs to the thread that has the turn, or to the model checker; handing it over
 * ({@code running}, volatile) publishes it.
 */
final class ThreadedExecution implements Environment {

    /** How many timeouts pass together at most: more than anybody needs who comes to an end. */
    private static final int REPEATS_MAX = 16;

    private final GlobalState global;
    private final Transitions transitions;
    private final TraceWriter writer;
    private final List<Actor> actors = new ArrayList<>();
    private final List<ControlledFabric> processes = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    private final boolean tracing;
    private final Thread driver = Thread.currentThread();
    private final SystemUnderTest system;
    private final List<Step.Answered> interactions = new ArrayList<>();
    private volatile @Nullable Actor running;
    private @Nullable Actor stepping;
    private boolean goOn = true;
    private boolean exploring;
    private Schedule schedule = Schedule.NONE;
    /** Whether what processes remember is to be hashed. */
    private boolean hashing = true;
    private boolean interrupted;

    ThreadedExecution(Scenario scenario, Bounds bounds, boolean tracing) {
        this.tracing = tracing;
        this.global = new GlobalState(scenario, bounds);
        this.transitions = new Transitions(scenario);
        this.writer = new TraceWriter(scenario.wording());
        for (int node = 1; node <= global.serverNode(); node++) {
            processes.add(new ControlledFabric(this, node, node == global.serverNode()));
        }
        this.system = scenario.begin(this);
        new Preparation(this, transitions, actors).run();
    }

    // For the system under test

    @Override
    public Fabric fabric(int node) {
        return processes.get(node - 1);
    }

    @Override
    public ThreadFactory threads(int node) {
        return body -> exploring ? startLate(node, body) : add(node, helperName(node), true).thread(body);
    }

    private String helperName(int node) {
        return node == global.serverNode() ? "lock server" : node == 1 && node + 1 == global.serverNode() ? "agent"
            : "agent of process " + node;
    }

    /** A process starts a thread within the exploration. */
    private Thread startLate(int node, Runnable body) {
        for (Actor actor : actors) {
            if (actor.state().node == node && actor.state().kind() == StepKind.ABSENT) {
                interact(new Interaction.Start(actor.index));
                return actor.thread(body);
            }
        }
        throw new IllegalStateException("process " + node + " starts more threads than its scenario says");
    }

    @Override
    public void client(int node, String name, Runnable body) {
        add(node, name, false).thread(body).start();
    }

    private Actor add(int node, String name, boolean helper) {
        final Actor actor = new Actor(this, global.addThread(node, name, helper), name);
        actors.add(actor);
        return actor;
    }

    @Override
    public void call(long route, String name) {
        global.names.put(route, name);
    }

    @Override
    public String name(long route) {
        return global.name(route);
    }

    @Override
    public void begin() {
        current().pause(NextStep.of(StepKind.BEGIN));
    }

    @Override
    public void work(String what) {
        current().pause(NextStep.working(what));
    }

    @Override
    public void operate(long deadlineNanos) {
        final Actor actor = current();
        interact(new Interaction.Operate(actor.index, deadlineNanos));
        actor.forget();
    }

    @Override
    public void await(JudgedState.Question gate) {
        current().pause(NextStep.waiting(gate));
    }

    @Override
    public boolean ask(JudgedState.Question question) {
        return interact(new Interaction.Ask(question)) != 0;
    }

    @Override
    public void note(JudgedState.Change change) {
        interact(new Interaction.Note(change));
    }

    @Override
    public StateView view() {
        return global;
    }

    @Override
    public long now(int node, boolean helper) {
        return now(node, helper, 0);
    }

    @Override
    public long now(int node, boolean helper, int place) {
        int others = place;
        for (ThreadState thread : global.threads) {
            if (thread.node == node && thread.helper == helper && others-- == 0) {
                return thread.now;
            }
        }
        return 0;
    }

    @Override
    public void tell(String line) {
        if (tracing) {
            trace.add(line);
        }
    }

    // Turns

    Actor current() {
        final Actor actor = stepping;
        if (actor == null) {
            throw new IllegalStateException("only a thread of the execution may wait or post");
        }
        return actor;
    }

    long now() {
        final Actor actor = stepping;
        return actor == null ? 0 : actor.state().now;
    }

    /** Lets a thread that is at work do something to the global, or learn from it. */
    long interact(Interaction interaction) {
        final long answer = interaction.with(global);
        if (exploring) {
            interactions.add(new Step.Answered(interaction, answer));
        }
        return answer;
    }

    void awaitTurn(Actor actor) {
        while (running != actor) {
            LockSupport.park(this);
        }
        if (!goOn) {
            actor.abandon();
        }
    }

    /** Called by an actor that stops. */
    void yieldTurn(Actor actor, NextStep stop) {
        publish(actor, stop);
        final Actor next = advance();
        if (next != actor) {
            hand(next);
            awaitTurn(actor);
        }
    }

    /** Called by an actor that has ended. */
    void ended(Actor actor, NextStep stop) {
        publish(actor, stop);
        hand(goOn ? advance() : notEnded());
    }

    private void publish(Actor actor, NextStep stop) {
        final ThreadState state = actor.state();
        global.stop(actor.index, stop,
            exploring && goOn ? memory(state.node) : global.process(state.node).memory);
    }

    private ProcessState.Memory memory(int node) {
        final long shared = system.shared(node);
        return hashing ? new ProcessState.Memory(Digests.mix(shared, system.own(node)), shared, system.kept(node),
            system.heedsTime(node), system.badEnd(node)) : global.process(node).memory.withShared(shared);
    }

    private void hand(@Nullable Actor next) {
        stepping = next;
        running = next;
        if (next == null) {
            LockSupport.unpark(driver);
        } else {
            next.wake();
        }
    }

    /** Makes transitions until a thread has a step to take; null at the end of the schedule. */
    private @Nullable Actor advance() {
        while (!schedule.isOver()) {
            final int transition = schedule.next();
            final int whose = make(transition);
            if (whose >= 0) {
                final Actor next = actors.get(whose);
                interactions.clear();
                hashing = schedule.endsProcess();
                next.locating = schedule.endsThread();
                next.repeatsLeft = REPEATS_MAX;
                next.repeating = Transition.isTimeout(transition) && !next.state().helper
                    && system.repeats(next.state().node);
                stepping = next;
                return next;
            }
        }
        return null;
    }

    private int make(int transition) {
        return tracing ? writer.make(global, transition, transitions, trace) : transitions.make(global, transition);
    }

    private void drive(@Nullable Actor next) {
        if (next != null) {
            hand(next);
        }
        while (running != null) {
            // An interrupted thread does not park, and would not let the others have the one carrier thread.
            interrupted |= Thread.interrupted();
            LockSupport.park(this);
        }
        if (interrupted) {
            interrupted = false;
            driver.interrupt();
        }
        stepping = null;
    }

    /** Makes transitions, one after the other. */
    void take(int[] made) {
        schedule = Schedule.of(global, made);
        drive(advance());
    }

    /** Makes one transition. */
    void take(int transition) {
        take(new int[] {transition});
    }

    /** Hash of all that threads have ever learnt. */
    long history() {
        long hash = 1;
        for (Actor actor : actors) {
            hash = Digests.mix(hash, actor.history());
        }
        return hash;
    }

    /** The last step that a thread has taken. */
    Step lastStep(int thread) {
        final ThreadState state = global.threads[thread];
        return new Step(List.copyOf(interactions), state.stop, global.process(state.node).memory);
    }

    /** Unwinds all threads. */
    void abandon() {
        goOn = false;
        drive(notEnded());
    }

    private @Nullable Actor notEnded() {
        for (Actor actor : actors) {
            if (actor.state().kind() != StepKind.DONE && actor.state().kind() != StepKind.ABSENT) {
                return actor;
            }
        }
        return null;
    }

    /** A process may start a thread later. */
    void reserveThread(int node) {
        final Actor actor = add(node, helperName(node), true);
        global.edit(actor.state()).stop = NextStep.ABSENT;
    }

    /** From now on every step stops, and is noted. */
    void explore() {
        for (ControlledFabric process : processes) {
            process.reserve(global.scenario.lateThreads(process.node()));
        }
        exploring = true;
        for (int node = 1; node <= global.serverNode(); node++) {
            global.editProcess(node).memory = memory(node);
        }
    }

    /** Lets a thread take its next step, whatever it waits for. */
    void step(Actor actor) {
        actor.locating = true;
        drive(actor);
    }

    /** Whether an actor need not stop: nothing is explored yet, or the step is part of another. */
    boolean passes(Actor actor, NextStep next) {
        final ThreadState state = actor.state();
        final PostedRequest request = next.request();
        if (request != null && (!exploring || actor.isPartOfAnother(request))) {
            interact(new Interaction.Post(request));
            return true;
        }
        if (exploring) {
            actor.repeating = actor.repeating && next.leftNanos() != NextStep.FOR_EVER && actor.repeatsLeft-- > 0
                && system.repeats(state.node);
            if (actor.repeating) {
                global.edit(state).now += next.leftNanos();
            }
            return actor.repeating;
        }
        final ThreadState would = state.copy();
        would.stopAt(next);
        return next.kind() != StepKind.BEGIN && transitions.canRun(global, would);
    }

    SystemUnderTest system() {
        return system;
    }

    boolean isExploring() {
        return exploring;
    }

    // What it shows

    GlobalState global() {
        return global;
    }

    List<String> trace() {
        return trace;
    }

    /** Where everything stands. */
    List<String> situation() {
        final List<String> lines = new ArrayList<>(Objects.requireNonNull(system).situation());
        for (ThreadState thread : global.threads) {
            if (thread.kind() != StepKind.ABSENT) {
                lines.add(thread.name + ": " + (thread.crashed ? "dead" : writer.text(global, thread)));
            }
        }
        return lines;
    }
}
