package io.baton.explore;

import io.baton.fabric.Fabric;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One execution of the code: a world, and threads of which exactly one is at work at a time. An explorer chooses which;
 * a thread that stops looks itself whose turn it is, and hands over directly.
 *
 * <p>Concurrency: all belongs to whoever has the turn, a thread or the explorer; handing it over ({@code running},
 * volatile) publishes it.
 */
public final class Stage {

    /** How many timeouts pass together at most: more than anybody needs who comes to an end. */
    private static final int REPEATS_MAX = 16;

    private final World world;
    private final Moves moves;
    private final Narrator narrator;
    private final List<Actor> actors = new ArrayList<>();
    private final List<StageProcess> processes = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    private final boolean tracing;
    private final Thread driver = Thread.currentThread();
    private final Play play;
    private final List<Step.Answered> contacts = new ArrayList<>();
    private volatile @Nullable Actor running;
    private @Nullable Actor stepping;
    private boolean goOn = true;
    private boolean exploring;
    private int[] script = new int[0];
    private boolean[] locates = new boolean[0];
    private int at;

    Stage(Scenario scenario, Bounds bounds, boolean tracing) {
        this.tracing = tracing;
        this.world = new World(scenario, bounds);
        this.moves = new Moves(scenario);
        this.narrator = new Narrator(scenario.wording());
        for (int node = 1; node <= world.serverNode(); node++) {
            processes.add(new StageProcess(this, node, node == world.serverNode()));
        }
        this.play = scenario.begin(this);
        prepare();
    }

    // For the play

    /**
     * Returns the lock server as a process sees it.
     *
     * @param node 1 to the number of processes, or the lock server's
     * @return the process's fabric
     */
    public Fabric fabric(int node) {
        return processes.get(node - 1);
    }

    /**
     * Makes threads for production code of a process, its helpers.
     *
     * @param node the process
     * @return the factory
     */
    public ThreadFactory threads(int node) {
        return body -> add(node, "helper of process " + node, true, body).thread();
    }

    /**
     * Adds a thread that uses the code under test.
     *
     * @param node its process
     * @param name for people
     * @param body what it does
     */
    public void client(int node, String name, Runnable body) {
        add(node, name, false, body).thread().start();
    }

    private Actor add(int node, String name, boolean helper, Runnable body) {
        final Actor actor = new Actor(this, world.addThread(node, name, helper), name, body);
        actors.add(actor);
        return actor;
    }

    /** Called by a client that is ready: the exploration begins when all are. */
    public void begin() {
        current().pause(Stop.of(StepKind.BEGIN));
    }

    /**
     * Called by a client where others may come in between.
     *
     * @param what for people
     */
    public void work(String what) {
        current().pause(Stop.working(what));
    }

    /**
     * Called by a client to wait for what the play decides.
     *
     * @param gate whether it may go on
     */
    public void await(Board.Question gate) {
        current().pause(Stop.waiting(gate));
    }

    /**
     * Called by a client that wants to know something in no time.
     *
     * @param question what
     * @return the answer
     */
    public boolean ask(Board.Question question) {
        return contact(new Contact.Ask(question)) != 0;
    }

    /**
     * Called by whoever has the turn, to write something on the play's board.
     *
     * @param change what
     */
    public void note(Board.Change change) {
        contact(new Contact.Note(change));
    }

    /**
     * Returns what there is to see.
     *
     * @return the state as it is at any time
     */
    public View view() {
        return world;
    }

    /**
     * Returns the time of a thread's clock.
     *
     * @param node its process
     * @param helper whether it is the first helper, otherwise the first client
     * @return nanoseconds
     */
    public long now(int node, boolean helper) {
        for (ThreadState thread : world.threads) {
            if (thread.node == node && thread.helper == helper) {
                return thread.now;
            }
        }
        return 0;
    }

    /**
     * Adds a line to the trace of the execution.
     *
     * @param line what has happened
     */
    public void tell(String line) {
        if (tracing) {
            trace.add(line);
        }
    }

    // Turns

    Actor current() {
        final Actor actor = stepping;
        if (actor == null) {
            throw new IllegalStateException("only a thread of the stage may wait or post");
        }
        return actor;
    }

    long now() {
        final Actor actor = stepping;
        return actor == null ? 0 : actor.state().now;
    }

    /** Lets a thread that is at work do something to the world, or learn from it. */
    long contact(Contact contact) {
        final long answer = contact.with(world);
        if (exploring) {
            contacts.add(new Step.Answered(contact, answer));
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
    void yieldTurn(Actor actor, Stop stop) {
        publish(actor, stop);
        final Actor next = advance();
        if (next != actor) {
            hand(next);
            awaitTurn(actor);
        }
    }

    /** Called by an actor that has ended. */
    void ended(Actor actor, Stop stop) {
        publish(actor, stop);
        hand(goOn ? advance() : notEnded());
    }

    private void publish(Actor actor, Stop stop) {
        final ThreadState state = actor.state();
        world.stop(actor.index, stop,
            exploring && goOn ? memory(state.node) : world.process(state.node).memory);
    }

    private ProcessState.Memory memory(int node) {
        return new ProcessState.Memory(play.digest(node), play.heedsTime(node), play.badEnd(node));
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

    /** Lets the script go on until somebody has a step to take; null at its end. */
    private @Nullable Actor advance() {
        while (at < script.length) {
            final int index = at++;
            final int choice = script[index];
            final int whose = tracing ? tellAndMake(choice) : moves.make(world, choice);
            if (whose >= 0) {
                final Actor next = actors.get(whose);
                contacts.clear();
                next.locating = locates[index];
                next.repeatsLeft = REPEATS_MAX;
                next.repeating = Choice.isTimeout(choice) && !next.state().helper && play.repeats(next.state().node);
                stepping = next;
                return next;
            }
        }
        return null;
    }

    private int tellAndMake(int choice) {
        final String text = narrator.move(world, choice);
        final Request request = Narrator.request(world, choice);
        final boolean waited = Choice.what(choice) == Choice.ARRIVE
            && world.threads[Choice.whose(choice)].late == ThreadState.Late.ANSWER;
        final int whose = moves.make(world, choice);
        trace.add(text + (request == null ? ""
            : narrator.result(request, waited ? world.threads[whose].answer : world.answered)));
        return whose;
    }

    private void drive(@Nullable Actor next) {
        if (next != null) {
            hand(next);
        }
        while (running != null) {
            LockSupport.park(this);
        }
        stepping = null;
    }

    /** Makes moves, one after the other. */
    void take(int[] moved) {
        script = moved;
        locates = new boolean[moved.length];
        final boolean[] later = new boolean[actors.size()];
        for (int i = moved.length - 1; i >= 0; i--) {
            final int whose = Moves.stepper(world, moved[i]);
            if (whose >= 0) {
                locates[i] = !later[whose];
                later[whose] = true;
            }
        }
        at = 0;
        drive(advance());
    }

    /** Makes one move. */
    void take(int choice) {
        take(new int[] {choice});
    }

    /** The last step that a thread has taken. */
    Step lastStep(int thread) {
        final ThreadState state = world.threads[thread];
        return new Step(List.copyOf(contacts), state.stop, world.process(state.node).memory);
    }

    /** Unwinds all threads. */
    void abandon() {
        goOn = false;
        drive(notEnded());
    }

    private @Nullable Actor notEnded() {
        for (Actor actor : actors) {
            if (actor.state().kind() != StepKind.DONE) {
                return actor;
            }
        }
        return null;
    }

    // The beginning, always the same: nothing is chosen

    private void prepare() {
        settle();
        for (StageProcess process : processes) {
            for (int i = 0; i < actors.size(); i++) {
                final ThreadState state = actors.get(i).state();
                if (fabric(state.node) == process && state.helper && state.node != world.serverNode()) {
                    world.edit(state).now = state.deadline;
                    step(actors.get(i));
                    settle();
                }
            }
        }
        exploring = true;
        for (int node = 1; node <= world.serverNode(); node++) {
            world.editProcess(node).memory = memory(node);
        }
        for (Actor actor : actors) {
            if (actor.state().kind() == StepKind.BEGIN) {
                step(actor);
            }
        }
    }

    private void settle() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int i = 0; i < actors.size(); i++) {
                final ThreadState state = actors.get(i).state();
                if (state.kind() != StepKind.BEGIN && moves.canRun(world, state)) {
                    step(actors.get(i));
                    moved = true;
                }
            }
        }
    }

    private void step(Actor actor) {
        actor.locating = true;
        drive(actor);
    }

    /** Whether an actor need not stop: nothing is explored yet, or the step is part of another. */
    boolean passes(Actor actor, Stop next) {
        final ThreadState state = actor.state();
        final Request request = next.request();
        if (request != null && (!exploring || isPartOfAnother(actor, request))) {
            contact(new Contact.Post(request));
            return true;
        }
        if (exploring) {
            actor.repeating = actor.repeating && next.leftNanos() != Stop.FOR_EVER && actor.repeatsLeft-- > 0
                && play.repeats(state.node);
            if (actor.repeating) {
                world.edit(state).now += next.leftNanos();
            }
            return actor.repeating;
        }
        final ThreadState would = state.copy();
        would.stopAt(next);
        return next.kind() != StepKind.BEGIN && moves.canRun(world, would);
    }

    /**
     * A client's nudge takes no step of its own, nor does what a helper of a client process sends to others, nor a READ
     * between timeouts that pass together.
     */
    private boolean isPartOfAnother(Actor actor, Request request) {
        if (!request.isSend()) {
            return actor.repeating && request.kind == Request.Kind.READ;
        }
        final boolean nudges =
            world.scenario.wording().role(new UnsafeBuffer(request.notice)) == Wording.Role.NUDGE;
        return actor.state().helper ? actor.state().node != world.serverNode() && !nudges : nudges;
    }

    boolean isExploring() {
        return exploring;
    }

    // What it shows

    World world() {
        return world;
    }

    List<String> trace() {
        return trace;
    }

    /** Where everything stands. */
    List<String> situation() {
        final List<String> lines = new ArrayList<>(Objects.requireNonNull(play).situation());
        for (ThreadState thread : world.threads) {
            lines.add(thread.name + ": " + (thread.crashed ? "dead" : narrator.text(thread)));
        }
        return lines;
    }
}
