package io.baton.lock;

import io.baton.fabric.Endpoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a {@link Scenario}, driven from outside: of all actors exactly one runs, and whoever drives the
 * stage chooses which, when notices arrive and when deadlines pass.
 *
 * <p>A choice is a number: what, and whose.
 */
final class Stage {

    /** An actor takes its next step. */
    static final int RUN = 0;
    /** A notice in flight arrives. */
    static final int DELIVER = 1 << 8;
    /** The deadline of an actor's operation passes. */
    static final int EXPIRE = 2 << 8;
    /** A wait with a deadline of its own, earlier than the operation's, is over. */
    static final int TIMER = 3 << 8;

    private static final int WHAT = 7 << 8;
    /** One for those who have left a queue, one for locks that a process keeps. */
    static final int AGENTS_MAX = 2;
    private static final int WHOSE = 255;

    final ScriptedFabric fabric;
    final ShiftLockTable table;
    /** The table of another process, which keeps no locks; the same if none does. */
    private final ShiftLockTable elsewhere;
    final List<Actor> actors = new ArrayList<>();
    private final Texts texts;
    private final List<String> trace = new ArrayList<>();
    private final boolean tracing;
    private final int clients;
    private Thread driver = Thread.currentThread();
    private volatile @Nullable Actor running;
    private @Nullable Actor stepping;
    private String stepText = "";
    private boolean goOn = true;
    private boolean locating;

    Stage(Scenario scenario, boolean stays, boolean tracing) {
        this.tracing = tracing;
        clients = scenario.names().size();
        final String[] names = scenario.names().toArray(new String[0]);
        texts = new Texts(Stream.concat(Arrays.stream(names), Stream.of("agent")).toArray(String[]::new));
        fabric = new ScriptedFabric(this, scenario.slots());
        final boolean caching = cooperates(scenario.options());
        table = caching ? table(scenario, 0) : new ShiftLockTable(
            fabric, scenario.slots(), scenario.options(), this::agentThread, scenario.protocol());
        elsewhere = caching ? table(scenario, Integer.MAX_VALUE) : table;
        for (int i = 0; i < clients; i++) {
            final Actor actor = new Actor(this, i, names[i], null);
            actor.stays = stays;
            final String program = scenario.programs().get(i);
            final boolean remote = program.startsWith(Scenario.ELSEWHERE);
            actor.client = (remote ? elsewhere : table).client();
            actor.ops.addAll(program.isBlank() ? List.of() : Op.program(remote ? program.substring(1) : program));
            for (int slot = 0; slot < scenario.slots(); slot++) {
                actor.holding.add(null);
            }
            actors.add(actor);
            actor.start();
        }
    }

    private static boolean cooperates(ShiftLockOptions options) {
        return options.caching() || options.localTurns() > 0;
    }

    private ShiftLockTable table(Scenario scenario, int streakMin) {
        final int locksMax = scenario.options().caching() ? Integer.MAX_VALUE : 0;
        final LockCache cache =
            new LockCache(scenario.slots(), streakMin, locksMax, scenario.options().localTurns());
        return scenario.protocol().equals(Scenario.PLAIN)
            ? new ShiftLockTable(fabric, scenario.slots(), scenario.options(), this::agentThread, cache)
            : new ShiftLockTable(fabric, scenario.slots(), scenario.options(), this::agentThread,
                scenario.protocol(), null, cache);
    }

    private Thread agentThread(Runnable code) {
        final Actor agent = new Actor(this, actors.size(), "agent", code);
        actors.add(agent);
        agent.start();
        return Thread.ofVirtual().unstarted(() -> { });
    }

    Texts texts() {
        return texts;
    }

    // The hand-off

    Actor current() {
        return Objects.requireNonNull(stepping);
    }

    /** Called by an actor that begins. */
    void awaitTurn(Actor actor) {
        while (running != actor) {
            LockSupport.park(this);
        }
        actor.resumed(goOn);
    }

    /** Called by an actor that stops. */
    void yieldTurn(Actor actor) {
        running = null;
        LockSupport.unpark(driver);
        awaitTurn(actor);
    }

    void end() {
        running = null;
        LockSupport.unpark(driver);
    }

    private void step(Actor actor) {
        if (isAgent(actor) && (actor.step.kind == StepKind.AWAIT_DOORBELL || actor.step.kind == StepKind.START)) {
            actor.round = table.agent().digest();
        }
        stepText = tracing ? actor.step.text(texts) : "";
        stepping = actor;
        running = actor;
        actor.wake();
        boolean interrupted = false;
        while (running != null) {
            // An interrupted thread does not park, and would not let the actor have the one carrier thread.
            interrupted |= Thread.interrupted();
            LockSupport.park(this);
        }
        if (interrupted) {
            driver.interrupt();
        }
    }

    boolean locating() {
        return locating;
    }

    /** Whether actors that stop find out where; needed for {@link StateDigest}. */
    void locating(boolean nowLocating) {
        locating = nowLocating;
    }

    // Choices

    /** All that may happen next, in a fixed order. */
    int[] choices() {
        final int[] choices = new int[3 * actors.size() + fabric.inFlight().size()];
        int size = 0;
        for (Actor actor : actors) {
            if (canRun(actor)) {
                choices[size++] = RUN | actor.index;
            }
            if (canTime(actor)) {
                choices[size++] = TIMER | actor.index;
            }
        }
        for (int i = 0; i < fabric.inFlight().size(); i++) {
            if (i == 0 || !fabric.inFlight().get(i).equals(fabric.inFlight().get(i - 1))) {
                choices[size++] = DELIVER | i;
            }
        }
        for (Actor actor : actors) {
            if (canExpire(actor)) {
                choices[size++] = EXPIRE | actor.index;
            }
        }
        return Arrays.copyOf(choices, size);
    }

    boolean canRun(Actor actor) {
        final Step step = actor.step;
        if (isTended(actor)) {
            return false;
        }
        return switch (step.kind) {
            case DONE -> false;
            case IDLE -> !actor.ops.isEmpty();
            case AWAIT_NOTICE -> !mailboxEmpty(step) || fired(actor);
            case AWAIT_WORD -> (fabric.word(step.address) & step.mask) == step.value || fired(actor);
            case AWAIT_DOORBELL -> fabric.doorbells().get((int) step.value).rung || fired(actor);
            default -> true;
        };
    }

    private static boolean mailboxEmpty(Step step) {
        return step.endpoint == null || step.endpoint.mailbox.isEmpty();
    }

    private static boolean fired(Actor actor) {
        return actor.step.deadline != Endpoint.NO_DEADLINE && actor.now >= actor.step.deadline;
    }

    /** Whether it acts for clients. */
    private boolean isAgent(Actor actor) {
        return actor.index >= clients;
    }

    /** Whether an agent is in the middle of serving this client, and so has its latch. */
    private boolean isTended(Actor actor) {
        if (isAgent(actor)) {
            return false;
        }
        for (int i = clients; i < actors.size(); i++) {
            final ScriptedEndpoint served = actors.get(i).step.endpoint;
            if (served != null && served.index == actor.index) {
                return true;
            }
        }
        return false;
    }

    private boolean canTime(Actor actor) {
        final Step step = actor.step;
        final boolean waits = switch (step.kind) {
            case AWAIT_NOTICE, AWAIT_WORD, AWAIT_DOORBELL -> true;
            default -> false;
        };
        return waits && step.deadline != Endpoint.NO_DEADLINE && step.deadline != Actor.DEADLINE_NANOS && !canRun(actor)
            && !isTended(actor);
    }

    private static boolean canExpire(Actor actor) {
        return actor.op != null && actor.op.deadline() && actor.now == 0 && actor.step.kind != StepKind.DONE;
    }

    /** Lets something happen. */
    void take(int choice) {
        final int whose = choice & WHOSE;
        switch (choice & WHAT) {
            case RUN, TIMER -> {
                final Actor actor = actors.get(whose);
                if (tracing && (choice & WHAT) == TIMER) {
                    trace(actor.name + " looks again");
                }
                step(actor);
            }
            case DELIVER -> {
                final Notice notice = fabric.deliver(whose);
                if (tracing) {
                    trace(actors.get(notice.to()).name + " <- " + notice.text() + " from "
                        + actors.get(notice.from()).name);
                }
            }
            case EXPIRE -> {
                final Actor actor = actors.get(whose);
                actor.now = Actor.DEADLINE_NANOS;
                fabric.endpoint(whose).observe(-1);
                if (tracing) {
                    trace("the deadline of " + actor.name + " passes");
                }
            }
            default -> throw new IllegalArgumentException("choice " + choice);
        }
    }

    /** Unwinds all actors. */
    void abandon() {
        goOn = false;
        driver = Thread.currentThread();
        for (int i = 0; i < actors.size(); i++) {
            if (!actors.get(i).ended()) {
                step(actors.get(i));
            }
        }
    }

    static boolean isStep(int choice) {
        return (choice & WHAT) == RUN || (choice & WHAT) == TIMER;
    }

    static boolean isExpiry(int choice) {
        return (choice & WHAT) == EXPIRE;
    }

    static int whose(int choice) {
        return choice & WHOSE;
    }

    // What it shows

    /** Where everything stands. */
    List<String> situation() {
        final List<String> lines = new ArrayList<>();
        for (int slot = 0; slot < table.slots(); slot++) {
            final long address = LockEntry.address(slot);
            lines.add("entry" + Texts.place(address) + ": "
                + texts.entry(fabric.word(address), fabric.word(address + LockEntry.REL_CNT_OFFSET)));
        }
        for (Notice notice : fabric.inFlight()) {
            lines.add("in flight to " + actors.get(notice.to()).name + ": " + notice.text());
        }
        for (Actor actor : actors) {
            final ScriptedEndpoint endpoint = !isAgent(actor) ? fabric.endpoint(actor.index) : null;
            final String mail = endpoint == null || endpoint.mailbox.isEmpty() ? "" : ", has mail";
            lines.add(actor.name + " next: " + actor.step.text(texts) + mail
                + (actor.client instanceof ShiftLockClient client ? "; " + client.digest() : ""));
        }
        return lines;
    }

    /** Whom each agent found to look after when it began its round. */
    String agentRounds() {
        final StringBuilder rounds = new StringBuilder();
        for (int i = clients; i < actors.size(); i++) {
            rounds.append(actors.get(i).round).append('/');
        }
        return rounds.toString();
    }

    boolean tracing() {
        return tracing;
    }

    void trace(String line) {
        trace.add(line);
    }

    /** Records the step that an actor has just taken. */
    void trace(Actor actor, String result) {
        trace.add(actor.name + " " + stepText + (result.isEmpty() ? "" : ": " + result));
    }

    List<String> trace() {
        return trace;
    }
}
