package io.baton.sim.explore;

import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One execution: a lock server's memory, processes and their threads, of which exactly one is at work at a time. An
 * explorer chooses which; a thread that stops looks itself whose turn it is, and hands over directly.
 *
 * <p>Concurrency: all belongs to whoever has the turn, a thread or the explorer; handing it over ({@code running},
 * volatile) publishes it.
 */
public final class Stage {

    final long[] words;
    final List<Actor> actors = new ArrayList<>();
    final List<StageProcess> processes = new ArrayList<>();
    final Scenario scenario;
    final Moves moves;
    private final Map<Long, StageEndpoint> routes = new HashMap<>();
    private final List<String> trace = new ArrayList<>();
    private final boolean tracing;
    private final Thread driver = Thread.currentThread();
    private final Play play;
    private volatile @Nullable Actor running;
    private @Nullable Actor stepping;
    private boolean goOn = true;
    private boolean exploring;
    private int[] script = new int[0];
    private boolean[] locates = new boolean[0];
    private int at;

    Stage(Scenario scenario, Bounds bounds, boolean tracing) {
        this.scenario = scenario;
        this.tracing = tracing;
        this.words = new long[(int) (scenario.memoryBytes() / Long.BYTES)];
        for (int node = 1; node <= scenario.processes() + 1; node++) {
            processes.add(new StageProcess(this, node, node == scenario.processes() + 1));
        }
        this.moves = new Moves(this, bounds);
        this.play = scenario.begin(this);
        prepare();
    }

    // For the play

    /**
     * Returns the lock server as a process sees it.
     *
     * @param node 1 to the number of processes, or {@link #serverNode}
     * @return the process's fabric
     */
    public Fabric fabric(int node) {
        return process(node);
    }

    /**
     * Returns the lock server's own node.
     *
     * @return its number
     */
    public int serverNode() {
        return processes.size();
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
        final Actor actor = new Actor(this, actors.size(), process(node), name, helper, body);
        actors.add(actor);
        return actor;
    }

    /** Called by a client that is ready: the exploration begins when all are. */
    public void begin() {
        current().set(StepKind.BEGIN).pause();
    }

    /**
     * Called by a client where others may come in between.
     *
     * @param what for people
     */
    public void work(String what) {
        final Actor actor = current().set(StepKind.WORK);
        actor.what = what;
        actor.pause();
    }

    /**
     * Called by a client to wait for what the play decides.
     *
     * @param gate whether it may go on
     */
    public void await(BooleanSupplier gate) {
        final Actor actor = current().set(StepKind.GATE);
        actor.gate = gate;
        actor.pause();
    }

    /**
     * Tells whether a process has crashed.
     *
     * @param node the process
     * @return whether it is dead
     */
    public boolean isCrashed(int node) {
        return process(node).crashed;
    }

    /**
     * Tells whether the lock server's gate refuses a process.
     *
     * @param node the process
     * @return whether its verbs have no effect
     */
    public boolean isRefused(int node) {
        return process(node).refused;
    }

    /**
     * Tells whether something that a process has posted is late, or was given up.
     *
     * @param node the process
     * @return whether the lock server may take it for dead although it lives
     */
    public boolean isLate(int node) {
        return process(node).late;
    }

    /**
     * Tells whether something is under way for which nobody waits.
     *
     * @return whether it may still take effect
     */
    public boolean hasOrphans() {
        return moves.hasOrphans();
    }

    /**
     * Reads the registered memory, in no time.
     *
     * @param address offset in bytes, a multiple of 8
     * @return the word
     */
    public long word(long address) {
        return words[(int) (address >>> 3)];
    }

    /**
     * Returns the time of a thread's clock.
     *
     * @param node its process
     * @param helper whether it is the first helper, otherwise the first client
     * @return nanoseconds
     */
    public long now(int node, boolean helper) {
        for (Actor actor : actors) {
            if (actor.process.node == node && actor.helper == helper) {
                return actor.now;
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
        return actor == null ? 0 : actor.now;
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
    void yieldTurn(Actor actor) {
        final Actor next = advance();
        if (next != actor) {
            hand(next);
            awaitTurn(actor);
        }
    }

    /** Called by an actor that has ended. */
    void ended(Actor actor) {
        hand(goOn ? advance() : notEnded());
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
            final Actor next = moves.make(script[index]);
            if (next != null) {
                next.locating = locates[index];
                stepping = next;
                return next;
            }
        }
        return null;
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
        final boolean[] later = new boolean[actors.size() + 1];
        for (int i = moved.length - 1; i >= 0; i--) {
            final int whose = moves.stepper(moved[i]);
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

    /** Unwinds all threads. */
    void abandon() {
        goOn = false;
        drive(notEnded());
    }

    private @Nullable Actor notEnded() {
        for (Actor actor : actors) {
            if (!actor.hasEnded()) {
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
                final Actor actor = actors.get(i);
                if (actor.process == process && actor.helper && process.node != serverNode()) {
                    actor.now = actor.deadline;
                    step(actor);
                    settle();
                }
            }
        }
        exploring = true;
        for (Actor actor : actors) {
            if (actor.kind == StepKind.BEGIN) {
                step(actor);
            }
        }
    }

    private void settle() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int i = 0; i < actors.size(); i++) {
                if (moves.canRun(actors.get(i)) && actors.get(i).kind != StepKind.BEGIN) {
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
    boolean passes(Actor actor) {
        final Request request = actor.request;
        if (request != null && (!exploring || moves.isPartOfAnother(actor, request))) {
            moves.takeEffect(request);
            return true;
        }
        if (exploring) {
            actor.repeating = actor.repeating && actor.waits() && actor.repeatsLeft-- > 0
                && play.repeats(actor.process.node);
            actor.now = actor.repeating ? actor.deadline : actor.now;
            return actor.repeating;
        }
        return actor.kind != StepKind.BEGIN && moves.canRun(actor);
    }

    boolean isExploring() {
        return exploring;
    }

    // What it shows

    StageProcess process(int node) {
        return processes.get(node - 1);
    }

    void connected(StageEndpoint endpoint) {
        routes.put(endpoint.route(), endpoint);
    }

    @Nullable StageEndpoint endpoint(long route) {
        return route == Route.NONE ? null : routes.get(route);
    }

    Wording wording() {
        return scenario.wording();
    }

    Play play() {
        return play;
    }

    boolean isTracing() {
        return tracing;
    }

    List<String> trace() {
        return trace;
    }

    long digest() {
        long hash = 1;
        for (long word : words) {
            hash = Digests.mix(hash, word);
        }
        for (StageProcess process : processes) {
            hash = Digests.mix(hash, process.digest());
        }
        for (Actor actor : actors) {
            hash = Digests.mix(hash, actor.crashed ? 0 : actor.digest(scenario.lapseNanos() / 16));
        }
        return Digests.mix(Digests.mix(hash, moves.digest()), play.digest());
    }

    /** Where everything stands. */
    List<String> situation() {
        final List<String> lines = new ArrayList<>(play.situation());
        for (Actor actor : actors) {
            lines.add(actor.name + ": " + (actor.crashed ? "dead" : moves.text(actor)));
        }
        return lines;
    }
}
