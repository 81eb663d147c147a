package io.baton.sim.explore;

import io.baton.fabric.Endpoint;
import io.baton.fabric.SendStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.IntArrayList;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** What may happen next on a {@link Stage}, and what happens then. */
final class Moves {

    /** How many timeouts pass together at most: more than anybody needs who comes to an end. */
    private static final int REPEATS_MAX = 16;

    private final Stage stage;
    private final long pauseNanos;
    private final long lapseNanos;
    /** Posted, and not waited for any more. */
    private final List<Request> orphans = new ArrayList<>();
    private int earlyLeft;
    private int crashesLeft;
    private int delaysLeft;
    /** Whether a timeout could not pass early only because too many had before. */
    private boolean bounded;

    Moves(Stage stage, Bounds bounds) {
        this.stage = stage;
        this.pauseNanos = stage.scenario.pauseNanos();
        this.lapseNanos = stage.scenario.lapseNanos();
        this.earlyLeft = bounds.earlyTimeouts();
        this.crashesLeft = bounds.crashes();
        this.delaysLeft = bounds.delays();
    }

    boolean hasOrphans() {
        return !orphans.isEmpty();
    }

    boolean isBounded() {
        return bounded;
    }

    long digest() {
        long posted = 0;
        for (Request orphan : orphans) {
            posted += orphan.digest();
        }
        return Digests.mix(Digests.mix(posted, earlyLeft), crashesLeft * 256L + delaysLeft);
    }

    // What may happen

    /** All that may happen next, in a fixed order; nothing once all clients have ended or are dead. */
    int[] choices() {
        final IntArrayList choices = new IntArrayList();
        if (stage.actors.stream().allMatch(actor -> actor.helper || actor.isOut())) {
            return new int[0];
        }
        boolean quiet = true;
        for (Actor actor : stage.actors) {
            if (canRun(actor)) {
                choices.addInt(Choice.of(Choice.RUN, actor.index));
                quiet &= onlyPauses(actor);
            }
        }
        for (Actor actor : stage.actors) {
            addTimeout(choices, actor, quiet);
            if (actor.late != Actor.Late.NOTHING && !actor.isOut()) {
                choices.addInt(Choice.of(Choice.ARRIVE, actor.index));
                choices.addInt(Choice.of(Choice.GIVE_UP, actor.index));
            }
        }
        for (int i = 0; i < orphans.size(); i++) {
            choices.addInt(Choice.of(Choice.ORPHAN, i));
        }
        for (StageProcess process : stage.processes) {
            addFaults(choices, process);
        }
        return choices.toIntArray();
    }

    private void addTimeout(IntArrayList choices, Actor actor, boolean quiet) {
        if (!canTime(actor)) {
            return;
        }
        if (quiet) {
            choices.addInt(Choice.of(Choice.TIMEOUT, actor.index));
        } else if (earlyLeft > 0) {
            choices.addInt(Choice.of(Choice.EARLY_TIMEOUT, actor.index));
        } else {
            bounded = true;
        }
    }

    private void addFaults(IntArrayList choices, StageProcess process) {
        if (process.node == stage.serverNode()) {
            return;
        }
        if ((process.crashed || process.late) && !process.refused && server().kind == StepKind.AWAIT_NOTICE) {
            choices.addInt(Choice.of(Choice.LAPSE, process.node));
        }
        if (process.crashed || !stage.play().mayFail(process.node)) {
            return;
        }
        boolean posted = false;
        for (Actor actor : stage.actors) {
            if (actor.process == process && actor.kind == StepKind.POSTED && actor.late == Actor.Late.NOTHING) {
                posted = true;
                if (delaysLeft > 0 && request(actor).changesMemory()) {
                    choices.addInt(Choice.of(Choice.DELAY_REQUEST, actor.index));
                    choices.addInt(Choice.of(Choice.DELAY_ANSWER, actor.index));
                }
            }
        }
        if (crashesLeft > 0) {
            choices.addInt(Choice.of(Choice.CRASH, process.node));
            if (posted) {
                choices.addInt(Choice.of(Choice.CRASH_POSTED, process.node));
            }
        }
    }

    private Actor server() {
        for (Actor actor : stage.actors) {
            if (actor.process.node == stage.serverNode()) {
                return actor;
            }
        }
        throw new IllegalStateException("the play has not started a lock server");
    }

    boolean canRun(Actor actor) {
        if (actor.isOut()) {
            return false;
        }
        final StageEndpoint endpoint = actor.endpoint;
        return switch (actor.kind) {
            case START, WORK -> true;
            case BEGIN -> stage.isExploring();
            case GATE -> actor.gate.getAsBoolean();
            case POSTED -> actor.late == Actor.Late.NOTHING;
            case AWAIT_NOTICE -> (endpoint != null && !endpoint.mailbox.isEmpty()) || over(actor);
            case AWAIT_WORD -> (stage.words[(int) (actor.address >>> 3)] & actor.mask) == actor.value || over(actor)
                || (endpoint != null && !endpoint.process.admits(endpoint));
            case AWAIT_DOORBELL -> (actor.doorbell != null && actor.doorbell.rung) || over(actor);
            case DONE -> false;
        };
    }

    private boolean over(Actor actor) {
        return actor.deadline != Endpoint.NO_DEADLINE && (actor.now >= actor.deadline || isPause(actor));
    }

    private boolean isPause(Actor actor) {
        return actor.waits() && actor.deadline != Endpoint.NO_DEADLINE && actor.deadline - actor.now < pauseNanos;
    }

    /** A helper that looks again and again for what others have to do does not keep time from passing. */
    private boolean onlyPauses(Actor actor) {
        return actor.kind == StepKind.AWAIT_NOTICE && isPause(actor) && actor.endpoint != null
            && actor.endpoint.mailbox.isEmpty();
    }

    private boolean canTime(Actor actor) {
        return !actor.isOut() && actor.waits() && actor.deadline != Endpoint.NO_DEADLINE && !canRun(actor)
            && (!actor.helper || actor.process.refused || stage.play().heedsTime(actor.process.node));
    }

    // What happens

    /** Whose location in the code changes by a move; −1 if nobody's. */
    int stepper(int choice) {
        if (Choice.what(choice) == Choice.LAPSE) {
            return server().index;
        }
        return Choice.isStep(choice) ? Choice.whose(choice) : -1;
    }

    /** Lets something happen, and returns whoever goes on by it. */
    @Nullable Actor make(int choice) {
        final int whose = Choice.whose(choice);
        return switch (Choice.what(choice)) {
            case Choice.RUN -> run(stage.actors.get(whose));
            case Choice.TIMEOUT, Choice.EARLY_TIMEOUT -> {
                earlyLeft -= Choice.what(choice) == Choice.EARLY_TIMEOUT ? 1 : 0;
                yield timeOut(stage.actors.get(whose));
            }
            case Choice.CRASH, Choice.CRASH_POSTED -> {
                crash(stage.process(whose), Choice.what(choice) == Choice.CRASH_POSTED);
                yield null;
            }
            case Choice.LAPSE -> lapse(whose);
            case Choice.DELAY_REQUEST -> {
                delay(stage.actors.get(whose), Actor.Late.REQUEST);
                yield null;
            }
            case Choice.DELAY_ANSWER -> {
                final Actor actor = stage.actors.get(whose);
                takeEffect(request(actor));
                delay(actor, Actor.Late.ANSWER);
                yield null;
            }
            case Choice.ARRIVE -> arrive(stage.actors.get(whose));
            case Choice.GIVE_UP -> giveUp(stage.actors.get(whose));
            default -> {
                final Request orphan = orphans.remove(whose);
                takeEffect(orphan);
                stage.tell("what nobody waits for arrives: " + text(orphan));
                yield null;
            }
        };
    }

    private Actor run(Actor actor) {
        final Request request = actor.request;
        if (request != null) {
            takeEffect(request);
            tell(actor, request);
        } else if (stage.isTracing()) {
            stage.tell(actor.name + ": " + text(actor) + ", goes on");
        }
        return actor;
    }

    private void tell(Actor actor, Request request) {
        if (stage.isTracing()) {
            stage.tell(actor.name + ": " + request.text(stage.wording()) + ": " + request.result(stage.wording()));
        }
    }

    private String text(Request request) {
        return stage.isTracing() ? request.text(stage.wording()) + ": " + request.result(stage.wording()) : "";
    }

    private static Request request(Actor actor) {
        if (actor.request == null) {
            throw new IllegalStateException(actor.name + " has posted nothing");
        }
        return actor.request;
    }

    private Actor timeOut(Actor actor) {
        actor.now = actor.helper && actor.process.refused
            ? Math.max(actor.deadline, actor.now + lapseNanos / 2) : actor.deadline;
        actor.repeatsLeft = REPEATS_MAX;
        actor.repeating = !actor.helper && stage.play().repeats(actor.process.node);
        stage.tell(actor.name + ": a timeout passes");
        return actor;
    }

    private void crash(StageProcess process, boolean posted) {
        crashesLeft--;
        stage.tell("process " + process.node + " crashes" + (posted ? ", what it has posted is under way" : ""));
        process.crash();
        for (Actor actor : stage.actors) {
            if (actor.process == process && !actor.isOut()) {
                actor.crashed = true;
                final boolean left = actor.late == Actor.Late.REQUEST || (posted && actor.late == Actor.Late.NOTHING);
                if (actor.request != null && left) {
                    orphans.add(actor.request);
                }
            }
        }
    }

    /** The server hears of all others that they live, and of this one it has not heard for too long. */
    private Actor lapse(int node) {
        final Actor server = server();
        server.now += lapseNanos;
        final StageEndpoint endpoint = server.endpoint;
        for (StageProcess process : stage.processes) {
            if (process.node != node && process.heartbeat != null && !process.crashed && !process.refused
                && endpoint != null) {
                endpoint.deliver(process.heartbeat);
            }
        }
        stage.tell("the lock server has not heard of process " + node + " for too long");
        return server;
    }

    private void delay(Actor actor, Actor.Late late) {
        delaysLeft--;
        actor.late = late;
        actor.process.late = true;
        if (stage.isTracing()) {
            stage.tell(actor.name + ": the " + (late == Actor.Late.REQUEST ? "request" : "answer") + " is late: "
                + request(actor).text(stage.wording()));
        }
    }

    private Actor arrive(Actor actor) {
        if (actor.late == Actor.Late.REQUEST) {
            takeEffect(request(actor));
        }
        actor.late = Actor.Late.NOTHING;
        actor.process.late = false;
        stage.tell("what was late arrives");
        tell(actor, request(actor));
        return actor;
    }

    private Actor giveUp(Actor actor) {
        if (actor.late == Actor.Late.REQUEST) {
            orphans.add(request(actor));
        }
        actor.late = Actor.Late.NOTHING;
        actor.gaveUp = true;
        stage.tell(actor.name + ": gives up what is late");
        return actor;
    }

    /**
     * A client's nudge takes no step of its own, nor does what a helper of a client process sends to others, nor a READ
     * between timeouts that pass together.
     */
    boolean isPartOfAnother(Actor actor, Request request) {
        if (!request.isSend()) {
            return actor.repeating && request.kind == Request.Kind.READ;
        }
        final boolean nudges = stage.wording().role(new UnsafeBuffer(request.notice)) == Wording.Role.NUDGE;
        return actor.helper ? actor.process.node != stage.serverNode() && !nudges : nudges;
    }

    void takeEffect(Request request) {
        if (request.isSend()) {
            final StageEndpoint receiver = stage.endpoint(request.address);
            if (receiver == null || receiver.closed) {
                request.status = SendStatus.NO_SUCH_PEER;
            } else {
                receiver.deliver(request.notice);
                request.status = SendStatus.SENT;
            }
        } else if (request.endpoint.process.admits(request.endpoint)) {
            request.execute(stage.words);
        } else {
            request.refused = true;
        }
    }

    String text(Actor actor) {
        return switch (actor.kind) {
            case POSTED -> request(actor).text(stage.wording());
            case WORK -> actor.what;
            default -> actor.kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ')
                + (actor.failure == null ? "" : ", failed: " + actor.failure
                    + Arrays.stream(actor.failure.getStackTrace()).limit(6).toList());
        };
    }
}
